const marked = new Set<string>()

/** Notes on the browser's own timeline when something was first drawn, for its tools and for `npm run bench:open`. */
export function markShown(what: 'map' | 'strikes'): void {
  if (marked.has(what)) return
  marked.add(what)
  performance.mark(`brontide ${what}`)
}
