/** Maximum wait for the map. */
const OPENING_MS = 8_000

const marked = new Set<string>()

/**
 * Marks on the browser's performance timeline when the map with its base, or strikes, were first drawn; for its tools
 * and for `npm run bench:open`.
 */
export function markShown(what: 'map' | 'strikes'): void {
  if (marked.has(what)) return
  marked.add(what)
  performance.mark(`brontide ${what}`)
}

/** Whether the map is still loading, so that other drawing should wait. */
export function isOpening(): boolean {
  return !marked.has('map') && performance.now() < OPENING_MS
}

export function wasShown(what: 'map' | 'strikes'): boolean {
  return marked.has(what)
}
