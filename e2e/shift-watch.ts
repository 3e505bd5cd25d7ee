/** An unexpected layout shift of the page. */
export interface Shift {
  /** The browser's layout shift value: 0 is none, 1 the whole screen. */
  value: number
  /** Since the page request. */
  atMs: number
  what: string[]
}

declare global {
  /** The farthest first. */
  var shiftsSoFar: () => Shift[]
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Runs in the page before its scripts. */
export function watchShifts(): void {
  const SAID_MAX = 30
  const shifts: Shift[] = []
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput) shifts.push({ value, atMs: startTime, what: sources.map(({ node }) => nameOf(node)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  globalThis.shiftsSoFar = () => shifts.toSorted((a, b) => b.value - a.value)

  function nameOf(node: Node | null): string {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    if (!element) return 'something gone'
    const said = element.textContent?.slice(0, SAID_MAX) ?? ''
    return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${said}"`
  }
}
