/** What the page notes of itself while it opens. Times are ms since the page was asked for. */
export interface Opening {
  mapMs: number | null
  strikesMs: number | null
  layoutShift: number
  /** What moved, the farthest first. */
  shifted: { value: number; atMs: number; what: string[] }[]
  tasks: LongTask[]
}

export interface LongTask {
  atMs: number
  ms: number
  /** Spent in calls of WebGL, which in software waits for the CPU to draw. */
  webglMs: number
  /** What ran in it, the longest first. */
  what: string[]
}

declare global {
  var openingSoFar: () => Opening
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

interface LongFrame extends PerformanceEntry {
  scripts: (PerformanceEntry & { invoker: string; sourceURL: string; sourceFunctionName: string })[]
}

/** Runs in the page before anything of it does. */
export function watchOpening(): void {
  const shown: Record<string, number> = {}
  const shifts: { value: number; atMs: number; what: string[] }[] = []
  const tasks: PerformanceEntry[] = []
  const scripts: LongFrame['scripts'] = []
  const webgl: { atMs: number; ms: number }[] = []

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
  observe('longtask', (entry) => void tasks.push(entry))
  observe('long-animation-frame', (entry) => void scripts.push(...(entry as LongFrame).scripts))

  const { prototype } = WebGL2RenderingContext
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function') continue
    const call = value as (...args: unknown[]) => unknown
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...args: unknown[]) {
        const atMs = performance.now()
        const result = call.apply(this, args)
        const ms = performance.now() - atMs
        if (ms > 1) webgl.push({ atMs, ms })
        return result
      },
    })
  }

  globalThis.openingSoFar = () => ({
    mapMs: shown['brontide map'] ?? null,
    strikesMs: shown['brontide strikes'] ?? null,
    layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    shifted: shifts.toSorted((a, b) => b.value - a.value),
    tasks: tasks.map(({ startTime: atMs, duration: ms }) => {
      const isIn = (time: number) => time >= atMs - 1 && time < atMs + ms
      return {
        atMs,
        ms,
        webglMs: webgl.reduce((sum, each) => sum + (isIn(each.atMs) ? each.ms : 0), 0),
        what: scripts
          .filter(({ startTime, duration }) => isIn(startTime) && duration > 5)
          .sort((a, b) => b.duration - a.duration)
          .map(
            ({ duration, invoker, sourceURL, sourceFunctionName }) =>
              `${Math.round(duration)} ms ${[invoker, sourceFunctionName, sourceURL.split('/').pop()].filter(Boolean).join(' ')}`,
          ),
      }
    }),
  })

  function observe(type: string, each: (entry: PerformanceEntry) => void) {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  }

  function nameOf(node: Node | null): string {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    return element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` : 'something gone'
  }
}
