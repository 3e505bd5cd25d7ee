import type { Page } from '@playwright/test'

/** Work of a page's main thread in a period, ms of CPU: on a busy machine tasks take longer, with little more CPU. */
export interface MainThread {
  /** In the mean, each second. */
  msPerSecond: number
  longestMs: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** When it began, µs. */
  ts: number
  /** CPU time, µs. */
  tdur?: number
  args?: { name?: string }
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata']
/** A storm fills a tenth of it in half a minute. */
const BUFFER_KB = 400_000
const US_PER_MS = 1_000
const US_PER_SECOND = 1e6

/** Records the main thread of a page for this time. Throws if the browser reports no tasks. */
export async function watchMainThread(page: Page, forMs: number): Promise<MainThread> {
  const browser = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  browser.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise<void>((resolve) => browser.once('Tracing.tracingComplete', () => resolve()))
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordUntilFull',
      traceBufferSizeInKb: BUFFER_KB,
      includedCategories: CATEGORIES,
      excludedCategories: ['*'],
    },
  })
  await page.waitForTimeout(forMs)
  await browser.send('Tracing.end')
  await complete
  await browser.detach()
  return mainThreadOf(events)
}

/** The busiest of the main threads of all pages. */
export function mainThreadOf(events: readonly TraceEvent[]): MainThread {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const mains = new Set(events.filter(isMain).map(threadOf))
  const tasks = events.filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)))
  const sumOf = (each: readonly TraceEvent[]) => each.reduce((sum, { tdur }) => sum + (tdur ?? 0), 0)
  const busiest = [...Map.groupBy(tasks, threadOf).values()].toSorted((a, b) => sumOf(b) - sumOf(a))[0]
  if (!busiest) throw new Error('The browser reported no task of the page.')
  const began = busiest.map(({ ts }) => ts)
  const first = Math.min(...began)
  const last = Math.max(...began)
  return {
    msPerSecond: sumOf(busiest) / US_PER_MS / Math.max(1, (last - first) / US_PER_SECOND),
    longestMs: Math.max(...busiest.map(({ tdur }) => tdur ?? 0)) / US_PER_MS,
  }
}
