import type { CDPSession, Page } from '@playwright/test'
import { MINUTE_MS } from '../../src/core/time/durations.ts'
import type { Cell, Measured } from './page.ts'
import { errorOfMedian, type Quartiles, quartilesOf } from './quartiles.ts'

/** A subject that needs longer has not caught up. */
const FILL_AT_MOST_MS = MINUTE_MS
const STRETCH_S = 2
/** Unmodified runs, for all columns except CPU; and warm-up runs until the engine has compiled the code. */
const AS_IT_IS = 3
const WARM_UP = 2
/** Pairs of runs until the median is accurate, and the required accuracy: as a share, or in ms. */
const PAIRS_MIN = 8
const CLOSE_SHARE = 0.06
const CLOSE_MS = 0.5

export interface MeasuredCell extends Measured {
  fillMs: number
  jsBytes: number
  /** Main thread CPU per second of strikes, beyond equal frames without them: of all pairs of runs. */
  cpuMs: Quartiles
  /** The share of JavaScript and its calls, without the browser's work for frames and messages. */
  scriptMs: Quartiles
  /** How many pairs that were. */
  pairs: number
  /** Median of the frames without strikes. */
  bareMs: number
  /** How many there were. */
  framesPerSecond: number
}

/** Measures one subject in a separate page, by at most this many pairs of runs; null if it does not catch up. */
export async function measureCell(
  page: Page,
  session: CDPSession,
  cell: Cell,
  pairsMax: number,
  heldBytes: () => Promise<number>,
): Promise<MeasuredCell | null> {
  // Time that the thread ran, not time that passed: other programs on the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const emptyBytes = await heldBytes()
  const fillMs = await within(
    FILL_AT_MOST_MS,
    page.evaluate((given) => globalThis.bench.fill(given), cell),
  )
  if (fillMs === null) return null
  const filledBytes = await heldBytes()
  await runAsItIs(page, WARM_UP)
  await page.evaluate(() => void globalThis.bench.report())
  await runAsItIs(page, AS_IT_IS)
  const measured = await page.evaluate(() => globalThis.bench.report())
  await page.evaluate(() => globalThis.bench.cut())
  const thread: number[] = []
  const script: number[] = []
  const bare: number[] = []
  let frames = 0
  let before: Spent | null = null
  while (thread.length < pairsMax && !isKnown(thread)) {
    await prepare(page)
    await collectGarbage(session)
    const strikes = await spent(session, () => page.evaluate(() => globalThis.bench.withStrikes()))
    if (!strikes) return null
    await collectGarbage(session)
    const after = await spent(session, () => page.evaluate(() => globalThis.bench.withoutStrikes()))
    if (before && after) {
      const none = between(before, after, strikes.frames)
      thread.push((strikes.threadMs - none.threadMs) / STRETCH_S)
      script.push((strikes.scriptMs - none.scriptMs) / STRETCH_S)
      bare.push(none.threadMs / STRETCH_S)
      frames += strikes.frames
    }
    before = after
  }
  return {
    ...measured,
    fillMs,
    jsBytes: measured.jsBytes ?? Math.max(0, filledBytes - emptyBytes),
    pairs: thread.length,
    cpuMs: quartilesOf(thread),
    scriptMs: quartilesOf(script),
    bareMs: quartilesOf(bare).median,
    framesPerSecond: frames / thread.length / STRETCH_S,
  }
}

function isKnown(values: readonly number[]): boolean {
  if (values.length < PAIRS_MIN) return false
  const quartiles = quartilesOf(values)
  return errorOfMedian(quartiles, values.length) <= Math.max(CLOSE_MS, CLOSE_SHARE * quartiles.median)
}

/** Running time of the main thread: in JavaScript with its calls, and in total. */
interface Spent {
  scriptMs: number
  threadMs: number
  frames: number
}

/** Garbage of the bench itself, mainly its records, must not be collected during a run. */
async function collectGarbage(session: CDPSession): Promise<void> {
  await session.send('HeapProfiler.collectGarbage')
}

/** The cost of a run; null if it did not catch up. */
async function spent(session: CDPSession, run: () => Promise<number | null>): Promise<Spent | null> {
  const before = await timesOf(session)
  const frames = await run()
  const after = await timesOf(session)
  if (frames === null) return null
  return { scriptMs: after.scriptMs - before.scriptMs, threadMs: after.threadMs - before.threadMs, frames }
}

/** The cost of equal frames varies by the minute: the mean of the runs before and after, for this many frames. */
function between(before: Spent, after: Spent, frames: number): Spent {
  const mean = (of: (each: Spent) => number) => (frames * (of(before) / before.frames + of(after) / after.frames)) / 2
  return { scriptMs: mean(({ scriptMs }) => scriptMs), threadMs: mean(({ threadMs }) => threadMs), frames }
}

async function timesOf(session: CDPSession): Promise<Omit<Spent, 'frames'>> {
  const { metrics } = await session.send('Performance.getMetrics')
  const msOf = (wanted: string) => (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1_000
  return { scriptMs: msOf('ScriptDuration'), threadMs: msOf('ThreadTime') }
}

/** Until it no longer catches up. */
async function runAsItIs(page: Page, stretches: number): Promise<void> {
  for (let i = 0; i < stretches; i++) {
    await prepare(page)
    if (!(await page.evaluate(() => globalThis.bench.run()))) return
  }
}

async function prepare(page: Page): Promise<void> {
  await page.evaluate((seconds) => globalThis.bench.prepare(seconds), STRETCH_S)
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  promise.catch(() => {}) // of a page that was closed meanwhile
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
