import type { Shift } from '../../e2e/shift-watch.ts'
import type { LongTask } from '../lib/task-watch.ts'

/** Timings of the page load. Times are ms since the page request. */
export interface Opening {
  mapMs: number | null
  strikesMs: number | null
  /** The largest picture or text painted so far: its file, or its words. */
  largest: { what: string; atMs: number } | null
  layoutShift: number
  /** Layout shifts, largest first. */
  shifted: Shift[]
  tasks: LongTask[]
}

declare global {
  var openingSoFar: () => Opening
}

/** Runs in the page before its scripts, beside the recorders of tasks and layout shifts. */
export function watchOpening(): void {
  const shown: Record<string, number> = {}
  let largest: Opening['largest'] = null

  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      // Two frames on, the first one has left for the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          shown[name] ??= performance.now()
        }),
      )
    }
  }).observe({ type: 'mark', buffered: true })

  new PerformanceObserver((list) => {
    for (const { url, element, startTime } of list.getEntries() as LargestContentfulPaint[]) {
      largest = { what: url || (element?.textContent ?? ''), atMs: startTime }
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  globalThis.openingSoFar = () => {
    const shifted = globalThis.shiftsSoFar()
    return {
      mapMs: shown['brontide map'] ?? null,
      strikesMs: shown['brontide strikes'] ?? null,
      largest,
      layoutShift: shifted.reduce((sum, { value }) => sum + value, 0),
      shifted,
      tasks: globalThis.tasksSoFar(),
    }
  }
}
