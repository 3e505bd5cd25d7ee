/**
 * Fonts of names on the map, first found first: that of the page, and those of the machine for other scripts. MapLibre
 * waits for the first, takes weight and slant from the words of the first name alone, and falls through to the next
 * where no family is called so.
 */
const FAMILIES = ['Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'sans-serif']

export const MAP_FONTS = {
  regular: FAMILIES,
  medium: ['Inter Medium', ...FAMILIES],
  bold: ['Inter Bold', ...FAMILIES],
  italic: ['Inter Italic', ...FAMILIES],
}

/** For a canvas, as in CSS. */
export const CANVAS_FONTS = FAMILIES.join()
