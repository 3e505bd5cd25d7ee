import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX } from '../../contract/limits.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import { backoffMs } from '../../core/time/backoff.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import { messageOf } from '../../core/util/message-of.ts'
import type { HistoryPart, StrikeHistory } from '../history/strike-history.ts'
import { ContractError } from '../http/contract-api.ts'
import type { Environment } from '../session/environment.ts'
import type { FeedEvent } from './feed.ts'

/** A period to load from history, newest part first. */
interface BackfillJob extends Span {
  /** End of the remaining part: moves back as slices arrive. */
  toMs: number
  /** Overlaps before the begin and after the end. */
  seamBeforeMs: number
  seamAfterMs: number
}

/** Slice size, newest first, so that the newest shows while the rest is loading. */
const SLICE_MS = 10 * MINUTE_MS
/**
 * Line and REST filter by arrival, history by strike time: periods overlap by this much. Listeners drop duplicates no
 * longer remembered here.
 */
const SEAM_MS = MINUTE_MS
/** A relay backfills its own gaps from REST, with this reach: late strikes may arrive while our line is down. */
const CAME_LATE_MS = LIGHTNING_MINUTES_MAX * MINUTE_MS + SEAM_MS
/** A younger strike may still arrive over the line too. */
const MAY_COME_AGAIN_MS = 15 * MINUTE_MS
/** Maximum delay of a strike: until then history may gain strikes of that time. */
const MAY_COME_LATE_MS = 45_000

/** Recent strikes of the line or REST. */
interface KnownIds {
  isNew(id: string): boolean
  knows(id: string): boolean
}

/** Loads the past from history, slice by slice, back to the requested time. */
export function createBackfill(deps: {
  environment: Pick<Environment, 'clock' | 'random'>
  history: StrikeHistory
  /** Older data is useless. */
  keepMs: number
  ids: KnownIds
  emit(event: FeedEvent<StrikeRecord>): void
  /** True if history reaches the present: it is requested immediately, while the line is opening. */
  aheadOfLine: boolean
}) {
  const { environment, history, keepMs, ids, emit, aheadOfLine } = deps
  const { clock, random } = environment
  const asked = new Spans()
  const jobs = createBackfillJobs(clock, keepMs)
  const controller = new AbortController()
  let standsMs: number | null = null
  let aheadMs: number | null = null // end of requests made before the line was up
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
      // A window moves with time: only visible time not requested before is requested.
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
      trouble = messageOf(error)
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
      await delay(clock, 0, controller.signal) // yields to rendering between two pieces
    }
    for (const span of observedOf(part, { fromMs, toMs })) emit({ kind: 'observed', ...span })
    job.toMs = fromMs
    job.seamAfterMs = 0
  }

  return {
    /** The line is up, and complete since `fromMs` or about to be. */
    stands(fromMs: number): void {
      if (standsMs !== null) return
      standsMs = fromMs
      // Strikes that arrived after the history response and before the subscription are in neither.
      if (aheadMs !== null && fromMs > aheadMs - MAY_COME_LATE_MS) add(aheadMs - MAY_COME_LATE_MS, fromMs, 0)
      reach()
    },
    /** Requests the parts of the last `windowMs` not requested before. */
    reachBack(windowMs: number): void {
      wantedMs = windowMs
      if (aheadOfLine && standsMs === null) aheadMs ??= clock.now()
      reach()
    },
    /** Pending periods, unordered. */
    pending: jobs.pending,
    /** Error of the last request, without secrets; null after a success, and before the first. */
    trouble: (): string | null => trouble,
    /** Requests a period lost by the line. */
    lost({ fromMs, toMs }: Span): void {
      add(Math.max(fromMs, clock.now() - keepMs), toMs, CAME_LATE_MS)
    },
    close(): void {
      controller.abort()
      cancelRetry?.()
      jobs.clear()
    },
  }
}

/** The slice of a job from `fromMs`, with overlaps at the job's ends. */
function withSeams({ fromMs: beginMs, toMs, seamBeforeMs, seamAfterMs }: BackfillJob, fromMs: number): Span {
  return { fromMs: fromMs === beginMs ? fromMs - seamBeforeMs : fromMs, toMs: toMs + seamAfterMs }
}

/** The completely covered part of a slice. */
function observedOf({ toMs, notObserved }: HistoryPart, slice: Span): readonly Span[] {
  const observed = new Spans([{ fromMs: slice.fromMs, toMs: Math.min(slice.toMs, toMs) }])
  for (const hole of notObserved) observed.remove(hole.fromMs, hole.toMs)
  return observed.list()
}

/** Remembers strikes that the line may deliver too; older ones come from history only. */
function isNew(record: StrikeRecord, ids: KnownIds, nowMs: number): boolean {
  const id = strikeIdentity(record)
  return nowMs - strikeTimeMs(record.time) < MAY_COME_AGAIN_MS ? ids.isNew(id) : !ids.knows(id)
}

/** Pending periods; older ones than `keepMs` are dropped. */
function createBackfillJobs(clock: Clock, keepMs: number) {
  let jobs: BackfillJob[] = []

  return {
    add(job: BackfillJob): void {
      jobs.push(job)
    },
    /** The newest one that is still useful. */
    next(): BackfillJob | undefined {
      const sinceMs = clock.now() - keepMs
      jobs = jobs.filter((job) => job.toMs > sinceMs && job.toMs > job.fromMs).sort((a, b) => a.toMs - b.toMs)
      return jobs.at(-1)
    },
    pending: (): Span[] => jobs.map(({ fromMs, toMs }) => ({ fromMs, toMs })),
    clear(): void {
      jobs = []
    },
  }
}
