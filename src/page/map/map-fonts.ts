/**
 * Fonts of names on the map, first found first: that of the page, and those of the machine for Chinese. MapLibre waits
 * for the first, takes weight and slant from the words of the first name alone, and falls through to the next where no
 * family is called so.
 */
export const MAP_FONTS = [
  'Inter Variable',
  'PingFang SC',
  'Microsoft YaHei',
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'sans-serif',
]
export const MEDIUM_MAP_FONTS = ['Inter Medium', ...MAP_FONTS]
