/** The type size at which the map is drawn at its layout size. */
const TYPE_PX = 16

let held = { width: Number.NaN, scale: 1 }

/**
 * Ratio of drawn to layout size of the map at a desk: marks and names scale with the type size of the page. Reading it
 * forces a layout, so it is read once per width.
 */
export function deskScale(): number {
  if (held.width !== innerWidth) {
    const { fontSize } = getComputedStyle(document.documentElement)
    held = { width: innerWidth, scale: Math.max(1, Number.parseFloat(fontSize) / TYPE_PX) }
  }
  return held.scale
}
