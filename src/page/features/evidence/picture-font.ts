/** A font for both languages. */
export const PICTURE_FONT = '"Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif'
