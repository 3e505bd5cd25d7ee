/** A task that held the page up, by the page's own clock. */
export interface LongTask {
  atMs: number
  ms: number
  /** Spent in calls of WebGL, which in software waits for the CPU to draw. */
  webglMs: number
  /** The calls of WebGL that took longest. */
  waited: string[]
  /** Scripts of the task, longest first. */
  what: string[]
}

declare global {
  /** Tasks of 50 ms and more since the page request. */
  var tasksSoFar: () => LongTask[]
}

interface LongFrame extends PerformanceEntry {
  scripts: (PerformanceEntry & { invoker: string; sourceURL: string; sourceFunctionName: string })[]
}

/** Runs in the page before its scripts. */
export function watchTasks(): void {
  const tasks: PerformanceEntry[] = []
  const scripts: LongFrame['scripts'] = []
  const webgl: { atMs: number; ms: number; name: string }[] = []

  observe('longtask', (entry) => void tasks.push(entry))
  observe('long-animation-frame', (entry) => void scripts.push(...(entry as LongFrame).scripts))

  const timed = (name: string, call: (...args: unknown[]) => unknown, isMeant = (_: unknown) => true) =>
    function (this: unknown, ...args: unknown[]) {
      const atMs = performance.now()
      const result = call.apply(this, args)
      const ms = performance.now() - atMs
      if (ms > 1 && isMeant(this)) webgl.push({ atMs, ms, name })
      return result
    }

  const { prototype } = WebGL2RenderingContext
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function') continue
    const call = value as (...args: unknown[]) => unknown
    Object.defineProperty(prototype, name, { configurable: true, writable: true, value: timed(name, call) })
  }

  // A WebGL canvas waits for its pending drawing when its size changes.
  const canvases = new WeakSet<object>()
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
    if (args[0] === 'webgl2') canvases.add(this)
    return Reflect.apply(getContext, this, args)
  } as typeof getContext
  for (const side of ['width', 'height'] as const) {
    const before = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side)!
    Object.defineProperty(HTMLCanvasElement.prototype, side, {
      ...before,
      set: timed(side, before.set!, (canvas) => canvases.has(canvas as object)),
    })
  }

  globalThis.tasksSoFar = () =>
    tasks.map(({ startTime: atMs, duration: ms }) => {
      const isIn = (time: number) => time >= atMs - 1 && time < atMs + ms
      return {
        atMs,
        ms,
        webglMs: webgl.reduce((sum, each) => sum + (isIn(each.atMs) ? each.ms : 0), 0),
        waited: webgl
          .filter((each) => isIn(each.atMs) && each.ms > 5)
          .sort((a, b) => b.ms - a.ms)
          .map(({ name, ms: waitedMs }) => `${name} ${Math.round(waitedMs)} ms`),
        what: scripts
          .filter(({ startTime, duration }) => isIn(startTime) && duration > 5)
          .sort((a, b) => b.duration - a.duration)
          .map(
            ({ duration, invoker, sourceURL, sourceFunctionName }) =>
              `${Math.round(duration)} ms ${[invoker, sourceFunctionName, sourceURL.split('/').pop()].filter(Boolean).join(' ')}`,
          ),
      }
    })

  function observe(type: string, each: (entry: PerformanceEntry) => void) {
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  }
}

/** The part of a task that is the page's own, and not the picture that software draws. */
export function ownMs({ ms, webglMs }: LongTask): number {
  return Math.max(0, ms - webglMs)
}

export function sentenceOf({ atMs, ms, webglMs, waited, what }: LongTask): string {
  const ran = what.slice(0, 3).join('; ') || 'layout, painting, or the browser itself'
  const calls = waited.length > 0 ? ` (${waited.slice(0, 3).join(', ')})` : ''
  return `task of ${Math.round(ms)} ms at ${Math.round(atMs)} ms, ${Math.round(webglMs)} ms of it WebGL${calls}: ${ran}`
}
