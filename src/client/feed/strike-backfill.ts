import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX } from '../../contract/limits.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import { backoffMs } from '../../core/time/backoff.ts'
import { delay } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { HistoryPart, StrikeHistory } from '../history/strike-history.ts'
import { ContractError } from '../http/contract-api.ts'
import type { Environment } from '../session/environment.ts'
import { type BackfillJob, createBackfillJobs } from './backfill-jobs.ts'
import type { FeedEvent } from './feed.ts'

/** How much is asked for at once, the newest first: it shows while the rest is on its way. */
const SLICE_MS = 10 * MINUTE_MS
/**
 * What the line and REST bring goes by arrival, history by the strike's time: at the seams they overlap by this much. Who
 * listens drops what comes twice where its identity is no longer remembered here.
 */
const SEAM_MS = MINUTE_MS
/** A relay has what it missed itself from REST, which reaches so far back: it may come while our line to it is broken. */
const CAME_LATE_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS + SEAM_MS
/** A strike younger than this may still come by the line, too. */
const MAY_COME_AGAIN_MS = 15 * MINUTE_MS
/** A strike may arrive this long after it struck: until then, history may still gain strikes of that moment. */
const MAY_COME_LATE_MS = 45_000

export interface Backfill {
  /** The line stands, and everything since `fromMs` is had or will come by it. */
  stands(fromMs: number): void
  /** Asks for the parts of the last `windowMs` that nobody has asked for yet. */
  reachBack(windowMs: number): void
  /** What was asked for and is not here yet, in no order. */
  pending(): Span[]
  /** Why the last question was not answered, in words without a secret; null once one is, and while none was asked. */
  trouble(): string | null
  /** Asks for a period that the line has lost. */
  lost(period: Span): void
  close(): void
}

/** The strikes that the line or REST brought not long ago. */
interface KnownIds {
  isNew(id: string): boolean
  knows(id: string): boolean
}

/** Fills the past from history, slice after slice, back to where somebody wants it. */
export function createBackfill(deps: {
  environment: Pick<Environment, 'clock' | 'random'>
  history: StrikeHistory
  /** Nothing older is of any use. */
  keepMs: number
  ids: KnownIds
  emit(event: FeedEvent<StrikeRecord>): void
  /** True where history reaches up to the present: it is asked at once, while the line is still being opened. */
  aheadOfLine: boolean
}): Backfill {
  const { environment, history, keepMs, ids, emit, aheadOfLine } = deps
  const { clock, random } = environment
  const asked = new Spans()
  const jobs = createBackfillJobs(clock, keepMs)
  const controller = new AbortController()
  let standsMs: number | null = null
  let aheadMs: number | null = null // up to when it was asked before the line stood
  let wantedMs = 0
  let running = false
  let attempt = 0
  let cancelRetry: (() => void) | null = null
  let trouble: string | null = null

  function add(fromMs: number, toMs: number, seamBeforeMs: number, seamAfterMs = SEAM_MS): void {
    asked.add(fromMs, toMs)
    jobs.add({ fromMs, toMs, seamBeforeMs, seamAfterMs })
    void run()
  }

  function reach(): void {
    const untilMs = standsMs ?? aheadMs
    if (untilMs === null) return
    const sinceMs = Math.max(clock.now() - wantedMs, clock.now() - keepMs)
    for (const span of asked.missing(sinceMs, untilMs)) {
      // A window moves on with the time: only what it shows and never was asked for is worth a question.
      if (span.toMs - span.fromMs >= MINUTE_MS) add(span.fromMs, span.toMs, 0, span.toMs === untilMs ? SEAM_MS : 0)
    }
  }

  async function run(): Promise<void> {
    if (running || cancelRetry) return
    running = true
    try {
      for (let job = jobs.next(); job; job = jobs.next()) await fill(job)
      attempt = 0
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof ContractError && error.status === 404) {
        jobs.clear() // a server without history
        trouble = null
        return
      }
      trouble = error instanceof Error ? error.message : String(error)
      cancelRetry = clock.after(backoffMs(attempt++, random), () => {
        cancelRetry = null
        void run()
      })
    } finally {
      running = false
    }
  }

  async function fill(job: BackfillJob): Promise<void> {
    const { toMs } = job
    const fromMs = Math.max(job.fromMs, Math.floor((toMs - SLICE_MS) / MINUTE_MS) * MINUTE_MS)
    const part = await history.read(withSeams(job, fromMs), controller.signal)
    trouble = null
    for await (const records of part.pieces()) {
      const fresh = records.filter((record) => isNew(record, ids, clock.now()))
      if (fresh.length > 0) emit({ kind: 'records', records: fresh, from: 'join' })
      await delay(clock, 0, controller.signal) // the screen has its turn between two pieces
    }
    for (const span of observedOf(part, { fromMs, toMs })) emit({ kind: 'observed', ...span })
    job.toMs = fromMs
    job.seamAfterMs = 0
  }

  return {
    stands(fromMs) {
      if (standsMs !== null) return
      standsMs = fromMs
      // Strikes that arrived after history answered and before the line was subscribed came by neither.
      if (aheadMs !== null && fromMs > aheadMs - MAY_COME_LATE_MS) add(aheadMs - MAY_COME_LATE_MS, fromMs, 0)
      reach()
    },
    reachBack(windowMs) {
      wantedMs = windowMs
      if (aheadOfLine && standsMs === null) aheadMs ??= clock.now()
      reach()
    },
    pending: jobs.pending,
    trouble: () => trouble,
    lost({ fromMs, toMs }) {
      add(Math.max(fromMs, clock.now() - keepMs), toMs, CAME_LATE_MS)
    },
    close() {
      controller.abort()
      cancelRetry?.()
      jobs.clear()
    },
  }
}

/** The slice of a job that begins at `fromMs`, with what is asked beyond the job's own ends. */
function withSeams({ fromMs: beginMs, toMs, seamBeforeMs, seamAfterMs }: BackfillJob, fromMs: number): Span {
  return { fromMs: fromMs === beginMs ? fromMs - seamBeforeMs : fromMs, toMs: toMs + seamAfterMs }
}

/** What of a slice its answer holds everything of. */
function observedOf({ toMs, notObserved }: HistoryPart, slice: Span): readonly Span[] {
  const observed = new Spans([{ fromMs: slice.fromMs, toMs: Math.min(slice.toMs, toMs) }])
  for (const hole of notObserved) observed.remove(hole.fromMs, hole.toMs)
  return observed.list()
}

/** Remembers what may come by the line, too; what is older comes from history alone, and would only fill the memory. */
function isNew(record: StrikeRecord, ids: KnownIds, nowMs: number): boolean {
  const id = strikeIdentity(record)
  return nowMs - strikeTimeMs(record.time) < MAY_COME_AGAIN_MS ? ids.isNew(id) : !ids.knows(id)
}
