import type { Inset } from '../../core/geo/fit-view.ts'

/** Where a part of the wall lies, CSS pixels of the window. */
type Rect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

/** Free of the edges of cards by so much, CSS pixels. */
const MARGIN_PX = 12
/** A column of cards wider than this share of the window stands below the map, not beside it. */
const BESIDE_MAX = 0.5

/** What bar, cards and the strip with the timeline cover of a window, CSS pixels from its edges. */
export function coverInset(
  { bar, cards, strip }: { bar: Rect; cards: Rect; strip: Rect },
  { width, height }: { width: number; height: number },
): Inset {
  const isBeside = cards.right - cards.left <= width * BESIDE_MAX
  const lowest = isBeside ? strip.top : Math.min(strip.top, cards.top)
  return {
    top: bar.bottom + MARGIN_PX,
    right: MARGIN_PX,
    bottom: height - lowest + MARGIN_PX,
    left: (isBeside ? cards.right : 0) + MARGIN_PX,
  }
}

/** Whether another inset is worth moving the map for: cards grow by a line now and then. */
export function isAnotherInset(before: Inset | null, now: Inset, typePx: number): boolean {
  if (before === null) return true
  return (['top', 'right', 'bottom', 'left'] as const).some((edge) => Math.abs(before[edge] - now[edge]) > 2 * typePx)
}
