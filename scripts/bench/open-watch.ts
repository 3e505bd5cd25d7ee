import type { LongTask } from './task-watch.ts'

/** What the page notes of itself while it opens. Times are ms since the page was asked for. */
export interface Opening {
  mapMs: number | null
  strikesMs: number | null
  layoutShift: number
  /** What moved, the farthest first. */
  shifted: { value: number; atMs: number; what: string[] }[]
  tasks: LongTask[]
}

declare global {
  var openingSoFar: () => Opening
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Runs in the page before anything of it does, beside the watch over its tasks. */
export function watchOpening(): void {
  const SAID_MAX = 30
  const shown: Record<string, number> = {}
  const shifts: { value: number; atMs: number; what: string[] }[] = []

  observe('mark', ({ name }) => {
    // Two frames on, the first one has left for the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        shown[name] ??= performance.now()
      }),
    )
  })
  observe('layout-shift', (entry) => {
    const { value, startTime, hadRecentInput, sources } = entry as LayoutShift
    if (hadRecentInput) return
    shifts.push({ value, atMs: startTime, what: sources.map(({ node }) => nameOf(node)) })
  })

  globalThis.openingSoFar = () => ({
    mapMs: shown['brontide map'] ?? null,
    strikesMs: shown['brontide strikes'] ?? null,
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    shifted: shifts.toSorted((a, b) => b.value - a.value),
    tasks: globalThis.tasksSoFar(),
  })

  function observe(type: string, each: (entry: PerformanceEntry) => void) {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  }

  function nameOf(node: Node | null): string {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    if (!element) return 'something gone'
    const said = element.textContent?.slice(0, SAID_MAX) ?? ''
    return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${said}"`
  }
}
