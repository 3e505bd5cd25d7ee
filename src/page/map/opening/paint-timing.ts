/** A map that needs longer is not waited for. */
const OPENING_MS = 8_000

const marked = new Set<string>()

/**
 * Notes on the browser's own timeline when something was first drawn, for its tools and for `npm run bench:open`: the map
 * with all of its ground, and strikes.
 */
export function markShown(what: 'map' | 'strikes'): void {
  if (marked.has(what)) return
  marked.add(what)
  performance.mark(`brontide ${what}`)
}

/** Whether the map is still to come, so that what else could be drawn had better leave it the time. */
export function isOpening(): boolean {
  return !marked.has('map') && performance.now() < OPENING_MS
}

export function wasShown(what: 'map' | 'strikes'): boolean {
  return marked.has(what)
}
