import { NARROW, SHORT } from '../../state/narrow.ts'

/** How panels lie over the map: around it, as a sheet from below on a phone, beside it on a phone on its side. */
export type PanelLayout = 'desk' | 'sheet' | 'side'

/** What lies over the map at a desk, in the map's own pixels: the layers, the panel of the selection, bar and timeline. */
const LAYERS_PX = 18.75 * 16 + 24
const PANEL_PX = 25 * 16 + 24
const BAR_PX = 7 * 16
const TIMELINE_PX = 9 * 16
/** On a phone a sheet takes half, above the timeline with its one row. */
const SHEET_SHARE = 0.52
const PHONE_TIMELINE_PX = 4.5 * 16
const MARGIN_PX = 24
/** On its side: the panel of the selection, the tools at the other edge, and the bar of one row. */
const SIDE_PANEL_PX = 22.5 * 16
const SIDE_TOOLS_PX = 3.75 * 16
const SIDE_BAR_PX = 3.5 * 16

interface Size {
  width: number
  height: number
}

/** The layout at hand. */
export function panelLayout(): PanelLayout {
  if (matchMedia(NARROW).matches) return 'sheet'
  return matchMedia(SHORT).matches ? 'side' : 'desk'
}

/**
 * Where a place should go to stand clear of what lies over the map while a panel tells of it, as so many pixels from the
 * map's middle; null where it stands clear already.
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

/** The middle of what a panel leaves of the map, as so many pixels from the map's middle. */
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
