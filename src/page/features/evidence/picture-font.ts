/** Both languages are drawn with it, whichever the page has. */
export const PICTURE_FONT = '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif'
