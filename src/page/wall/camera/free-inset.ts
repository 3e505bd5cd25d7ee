import type { Inset } from '../../../core/geo/fit-view.ts'

/** A card, CSS pixels of the window. */
export type Rect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

interface Size {
  width: number
  height: number
}

/** Distance of the map's subject from the edges of cards, CSS pixels. */
const MARGIN_PX = 12

/**
 * The free part of a window, as distances from its edges: the empty rectangle in which an area of that aspect ratio (width by
 * height) is drawn largest. Zero if cards cover everything.
 */
export function freeInset(cards: readonly Rect[], { width, height }: Size, aspect: number): Inset {
  let best: Inset | null = null
  let bestSize = 0
  const lefts = edges(cards, 'right', 0, width)
  const rights = edges(cards, 'left', width, width)
  const tops = edges(cards, 'bottom', 0, height)
  const bottoms = edges(cards, 'top', height, height)
  for (const left of lefts) {
    for (const right of rights) {
      for (const top of tops) {
        for (const bottom of bottoms) {
          const size = Math.min((right - left) / aspect, bottom - top)
          if (size <= bestSize || cards.some((card) => overlaps(card, { left, top, right, bottom }))) continue
          bestSize = size
          best = {
            top: top + MARGIN_PX,
            right: width - right + MARGIN_PX,
            bottom: height - bottom + MARGIN_PX,
            left: left + MARGIN_PX,
          }
        }
      }
    }
  }
  return best ?? { top: 0, right: 0, bottom: 0, left: 0 }
}

function edges(cards: readonly Rect[], side: keyof Rect, ofWindow: number, most: number): number[] {
  return [ofWindow, ...cards.map((card) => card[side]).filter((at) => at > 0 && at < most)]
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
}

/** Whether the map is to move for another inset: not for a card that grows by less than two lines of type. */
export function isAnotherInset(before: Inset | null, now: Inset, typePx: number): boolean {
  if (before === null) return true
  return (['top', 'right', 'bottom', 'left'] as const).some((edge) => Math.abs(before[edge] - now[edge]) > 2 * typePx)
}
