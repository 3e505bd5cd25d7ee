import { NARROW, SHORT } from '../../state/narrow.ts'

/** Layout of panels over the map: around it, as a bottom sheet on a phone, beside it on a phone in landscape. */
export type PanelLayout = 'desk' | 'sheet' | 'side'

/** Sizes of the panels over the map at a desk, in pixels of the map: layers, selection panel, bar and timeline. */
const LAYERS_PX = 18.75 * 16 + 24
const PANEL_PX = 25 * 16 + 24
const BAR_PX = 7 * 16
const TIMELINE_PX = 9 * 16
/** On a phone a sheet covers half, above the timeline's single row. */
const SHEET_SHARE = 0.52
const PHONE_TIMELINE_PX = 4.5 * 16
const MARGIN_PX = 24
/** In landscape: the panel of the selection, the tools at the other edge, and a bar of one row. */
const SIDE_PANEL_PX = 22.5 * 16
const SIDE_TOOLS_PX = 3.75 * 16
const SIDE_BAR_PX = 3.5 * 16

interface Size {
  width: number
  height: number
}

export function panelLayout(): PanelLayout {
  if (matchMedia(NARROW).matches) return 'sheet'
  return matchMedia(SHORT).matches ? 'side' : 'desk'
}

/**
 * The position that moves a place clear of the panels while one is open, as an offset in pixels from the centre of the
 * map; null if it is clear already.
 */
export function clearOfPanels(
  point: { x: number; y: number },
  size: Size,
  layout: PanelLayout,
): [number, number] | null {
  const clear = clearBox(size, layout)
  const isClear = point.x > clear.left && point.x < clear.right && point.y > clear.top && point.y < clear.bottom
  return isClear ? null : middleOfClear(size, layout)
}

/** The centre of the uncovered part of the map, as an offset in pixels from the centre of the map. */
export function middleOfClear(size: Size, layout: PanelLayout): [number, number] {
  const { left, right, top, bottom } = clearBox(size, layout)
  return [(left + right - size.width) / 2, (top + bottom - size.height) / 2]
}

function clearBox({ width, height }: Size, layout: PanelLayout) {
  switch (layout) {
    case 'desk':
      return { left: LAYERS_PX, right: width - PANEL_PX, top: BAR_PX, bottom: height - TIMELINE_PX }
    case 'sheet':
      return {
        left: MARGIN_PX,
        right: width - MARGIN_PX,
        top: BAR_PX,
        bottom: height * (1 - SHEET_SHARE) - PHONE_TIMELINE_PX - MARGIN_PX,
      }
    case 'side':
      return {
        left: SIDE_TOOLS_PX,
        right: width - SIDE_PANEL_PX - MARGIN_PX,
        top: SIDE_BAR_PX + MARGIN_PX,
        bottom: height - PHONE_TIMELINE_PX - MARGIN_PX,
      }
  }
}
