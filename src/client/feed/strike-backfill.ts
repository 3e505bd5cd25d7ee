import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import { backoffMs } from '../../core/time/backoff.ts'
import { delay } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { StrikeHistory } from '../history/strike-history.ts'
import { ContractError } from '../http/contract-api.ts'
import type { Environment } from '../session/environment.ts'
import type { FeedEvent } from './feed.ts'

/** So much is asked for at once, the newest first: it shows while the rest is on its way. */
const SLICE_MS = 10 * MINUTE_MS
/** The first is short where it is asked before the line stands: until it is here a page that opens shows no strikes. */
const FIRST_SLICE_MS = 2 * MINUTE_MS
/**
 * What the line and REST bring goes by arrival, history by the strike's time: at the seams they overlap by this much.
 * What is known already is dropped by its identity, for as long as identities are remembered.
 */
const SEAM_MS = MINUTE_MS
const SEAM_KNOWN_MS = 5 * MINUTE_MS
/** A strike younger than this may still come by the line, too. */
const MAY_COME_AGAIN_MS = 15 * MINUTE_MS
/** A strike may arrive so long after it struck: until then what history says of a moment is not its last word. */
const MAY_COME_LATE_MS = 45_000

export interface Backfill {
  /** The line stands, and everything since `fromMs` is had or will come by it. */
  stands(fromMs: number): void
  /** Asks for what of the last `windowMs` nobody has asked for. */
  reachBack(windowMs: number): void
  /** What was asked for and is not here yet, in no order. */
  pending(): Span[]
  /** Asks for a period that the line has lost. */
  lost(period: Span): void
  close(): void
}

interface Job extends Span {
  /** The end of what is still to be had. */
  toMs: number
  /** How far before the beginning and beyond the end is asked as well. */
  seamBeforeMs: number
  seamAfterMs: number
  bornMs: number // monotonic
}

/** Fills the past from history, slice after slice, back to where somebody wants it. */
export function createBackfill(deps: {
  environment: Pick<Environment, 'clock' | 'random'>
  history: StrikeHistory
  /** Nothing older is of any use. */
  keepMs: number
  ids: { isNew(id: string): boolean; knows(id: string): boolean }
  emit(event: FeedEvent<StrikeRecord>): void
  /** True where history reaches up to the present: it is asked at once, while the line is still being opened. */
  aheadOfLine: boolean
}): Backfill {
  const { environment, history, keepMs, ids, emit, aheadOfLine } = deps
  const { clock, random } = environment
  const asked = new Spans()
  const controller = new AbortController()
  let standsMs: number | null = null
  let aheadMs: number | null = null // up to when it was asked before the line stood
  let wantedMs = 0
  let jobs: Job[] = []
  let running = false
  let sliceMs = aheadOfLine ? FIRST_SLICE_MS : SLICE_MS
  let attempt = 0
  let cancelRetry: (() => void) | null = null

  function add(fromMs: number, toMs: number, seamBeforeMs: number): void {
    asked.add(fromMs, toMs)
    jobs.push({ fromMs, toMs, seamBeforeMs, seamAfterMs: SEAM_MS, bornMs: clock.monotonicMs() })
    void run()
  }

  function reach(): void {
    const untilMs = standsMs ?? aheadMs
    if (untilMs === null) return
    const sinceMs = Math.max(clock.now() - wantedMs, clock.now() - keepMs)
    for (const span of asked.missing(sinceMs, untilMs)) {
      // A window moves on with the time: only what it shows and never was asked for is worth a question.
      if (span.toMs - span.fromMs >= MINUTE_MS) add(span.fromMs, span.toMs, 0)
    }
  }

  async function run(): Promise<void> {
    if (running || cancelRetry) return
    running = true
    try {
      for (let job = next(); job; job = next()) await fill(job)
      attempt = 0
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof ContractError && error.status === 404)
        jobs = [] // a server without history
      else cancelRetry = clock.after(backoffMs(attempt++, random), again)
    } finally {
      running = false
    }
  }

  function again(): void {
    cancelRetry = null
    void run()
  }

  /** The newest job of which anything is still of use. */
  function next(): Job | undefined {
    const sinceMs = clock.now() - keepMs
    jobs = jobs.filter((job) => job.toMs > sinceMs && job.toMs > job.fromMs).sort((a, b) => a.toMs - b.toMs)
    return jobs.at(-1)
  }

  async function fill(job: Job): Promise<void> {
    const { toMs } = job
    const fromMs = Math.max(job.fromMs, Math.floor((toMs - sliceMs) / MINUTE_MS) * MINUTE_MS)
    const seams = clock.monotonicMs() - job.bornMs < SEAM_KNOWN_MS
    const period = {
      fromMs: fromMs - (seams && fromMs === job.fromMs ? job.seamBeforeMs : 0),
      toMs: toMs + (seams ? job.seamAfterMs : 0),
    }
    const part = await history.read(period, controller.signal)
    for await (const records of part.pieces()) {
      const fresh = records.filter(isNew)
      if (fresh.length > 0) emit({ kind: 'records', records: fresh, from: 'join' })
      await delay(clock, 0, controller.signal) // the screen has its turn between two pieces
    }
    const observed = new Spans([{ fromMs, toMs: Math.min(toMs, part.toMs) }])
    for (const hole of part.notObserved) observed.remove(hole.fromMs, hole.toMs)
    for (const span of observed.list()) emit({ kind: 'observed', ...span })
    job.toMs = fromMs
    sliceMs = SLICE_MS
    job.seamAfterMs = 0
  }

  function isNew(record: StrikeRecord): boolean {
    const id = strikeIdentity(record)
    if (clock.now() - strikeTimeMs(record.time) < MAY_COME_AGAIN_MS) return ids.isNew(id)
    return !ids.knows(id)
  }

  return {
    stands(fromMs) {
      if (standsMs !== null) return
      standsMs = fromMs
      // A line that took long: what arrived between that answer and the line neither of them has brought.
      if (aheadMs !== null && fromMs > aheadMs - MAY_COME_LATE_MS) add(aheadMs - MAY_COME_LATE_MS, fromMs, 0)
      reach()
    },
    reachBack(windowMs) {
      wantedMs = windowMs
      if (aheadOfLine && standsMs === null) aheadMs ??= clock.now()
      reach()
    },
    pending: () => jobs.map(({ fromMs, toMs }) => ({ fromMs, toMs })),
    lost({ fromMs, toMs }) {
      add(Math.max(fromMs, clock.now() - keepMs), toMs, SEAM_MS)
    },
    close() {
      controller.abort()
      cancelRetry?.()
      jobs = []
    },
  }
}
