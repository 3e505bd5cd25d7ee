/** What lies over the map at a desk, in the map's own pixels: the layers, the panel of the selection, bar and timeline. */
const LAYERS_PX = 18.75 * 16 + 24
const PANEL_PX = 25 * 16 + 24
const BAR_PX = 7 * 16
const TIMELINE_PX = 9 * 16
/** On a phone a sheet takes half, above the timeline with its one row. */
const SHEET_SHARE = 0.52
const PHONE_TIMELINE_PX = 4.5 * 16
const MARGIN_PX = 24

interface Size {
  width: number
  height: number
}

/**
 * Where a place should go to stand clear of what lies over the map while a panel tells of it, as so many pixels from the
 * map's middle; null where it stands clear already.
 */
export function clearOfPanels(point: { x: number; y: number }, size: Size, isNarrow: boolean): [number, number] | null {
  const { width, height } = size
  const clear = isNarrow
    ? {
        left: MARGIN_PX,
        right: width - MARGIN_PX,
        top: BAR_PX,
        bottom: height * (1 - SHEET_SHARE) - PHONE_TIMELINE_PX - MARGIN_PX,
      }
    : { left: LAYERS_PX, right: width - PANEL_PX, top: BAR_PX, bottom: height - TIMELINE_PX }
  const isClear = point.x > clear.left && point.x < clear.right && point.y > clear.top && point.y < clear.bottom
  return isClear ? null : [(clear.left + clear.right - width) / 2, (clear.top + clear.bottom - height) / 2]
}
