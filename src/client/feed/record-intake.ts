import type { ServerMessage } from '../../contract/messages.ts'
import type { ReadRecords } from '../../contract/records.ts'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { GAP_MIN_MS, spanOf } from '../../core/time/gaps.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { FeedEvent } from './feed.ts'
import type { JoinAnswer } from './join/gap-filler.ts'
import { createHeldRecords } from './join/held-records.ts'
import type { LineHealth } from './line/line-machine.ts'
import { createObservedReporter } from './observed-reporter.ts'
import type { StatusReporter } from './status-reporter.ts'

/** Longer than the reach of any response. */
const KEPT_MS = HOUR_MS

/** More single times of a response are reported as one period. */
const APART_MAX = 10

/** Remembered gaps, because a server may repeat one after a reconnect. */
const GAPS_KEPT = 50

/** How a feed's records are parsed and identified. */
export interface RecordKind<R> {
  /** True for irregular data. */
  dataIsRare: boolean
  /** `lost`: times of unreadable records, or null if unknown. */
  read(list: unknown[]): ReadRecords<R> & { lost?: readonly (Span | null)[] }
  /** Called once per received record; false for a repeated one. */
  isNew(record: R): boolean
}

/** Merges records of the line and of REST: each record and each gap is reported once. */
export function createRecordIntake<R>(deps: {
  clock: Clock
  kind: RecordKind<R>
  status: StatusReporter
  onSetAside?(complaint: string): void
  /** See `FeedOptions`. */
  goesOnAtOnce?: boolean
  /** An unreadable message was received, which REST may still deliver. */
  hole(): void
  emit(event: FeedEvent<R>): void
}) {
  const { clock, kind, status, emit } = deps
  const { setAside } = status
  const gapsTold: string[] = []
  const lostMoments = createLostMoments(clock)
  const observed = createObservedReporter({ clock, emit })
  const held = createHeldRecords<R>({
    clock,
    goesOnAtOnce: deps.goesOnAtOnce ?? false,
    released(records) {
      if (records.length > 0) emit({ kind: 'records', records, from: 'live' })
      status.update()
    },
  })

  function onlyNew({ records, dropped, mended = 0, complaint }: ReadRecords<R>): R[] {
    if (complaint !== undefined) deps.onSetAside?.(complaint)
    const fresh = records.filter((record) => kind.isNew(record))
    setAside.badRecords += dropped + mended
    setAside.duplicates += records.length - fresh.length
    return fresh
  }

  function brought(read: ReadRecords<R>): void {
    const records = onlyNew(read)
    if (records.length > 0) emit({ kind: 'records', records, from: 'join' })
  }

  function tellGap(gap: Span & { byServer?: true }): void {
    const key = `${gap.fromMs}/${gap.toMs}`
    if (gapsTold.includes(key)) return
    gapsTold.push(key)
    if (gapsTold.length > GAPS_KEPT) gapsTold.shift()
    emit({ kind: 'gap', ...gap })
  }

  function lost(period: Span): void {
    observed.lost(period)
    tellGap(period)
  }

  return {
    /** Live records wait here during a backfill. */
    held,
    observed,
    live(list: unknown[]): void {
      const read = kind.read(list)
      const records = onlyNew(read)
      status.dataCame()
      if (read.lost && read.lost.length > 0) deps.hole()
      if (held.isHolding) held.add(records)
      else emit({ kind: 'records', records, from: 'live' })
      status.update()
    },
    /** A part of a response; more follows. */
    brought: (records: R[], complaint?: string): void => brought({ records, dropped: 0, complaint }),
    /**
     * `missing` was missed since the request began. `health`: state of the line, on which a relay reports its gaps
     * once they have ended; without a line they are in its responses only.
     */
    joined(answer: JoinAnswer<R>, missing: readonly Span[], health: LineHealth): void {
      brought(answer)
      const unread = unreadOf(answer, clock.now())
      // On a live line the end of the response is pending: shorter than any gap.
      observed.answered(answer.reachMs, [...missing, ...(answer.notObserved ?? []), ...unread])
      for (const period of lostMoments.news(unread)) lost(period)
      // Responses are no sign of life of the line, unless they replace it.
      if (kind.dataIsRare || health === 'waiting-for-slot') status.dataCame()
    },
    lost,
    /** A relay reports that it missed a period itself. */
    lostByServer(gap: Extract<ServerMessage, { type: 'gap' }>): void {
      const span = spanOf(gap)
      if (!span || span.toMs < span.fromMs) {
        setAside.malformedFrames++
        return
      }
      observed.lost(span)
      tellGap({ ...span, byServer: true })
    },
  }
}

/**
 * Times of unreadable records of a response, with a margin so that no hold timer takes them for the edge between two
 * batches; the whole period of the response if they are unknown.
 */
function unreadOf({ reachMs, lost = [] }: JoinAnswer<unknown>, nowMs: number): readonly Span[] {
  const around = ({ fromMs, toMs }: Span) => ({ fromMs: fromMs - GAP_MIN_MS / 2, toMs: toMs + GAP_MIN_MS / 2 })
  return new Spans(lost.map((period) => (period ? around(period) : { fromMs: reachMs, toMs: nowMs }))).list()
}

/** Times of unreadable records: each is in all responses of the next minutes, but reported once. */
function createLostMoments(clock: Pick<Clock, 'now'>) {
  const told = new Spans()

  return {
    /** The parts of `periods` not reported before. */
    news(periods: readonly Span[]): readonly Span[] {
      told.remove(Number.NEGATIVE_INFINITY, clock.now() - KEPT_MS)
      const rest = new Spans(periods)
      for (const { fromMs, toMs } of told.list()) rest.remove(fromMs, toMs)
      const list = rest.list()
      const first = list[0]
      const last = list.at(-1)
      if (!first || !last) return []
      const news = list.length > APART_MAX ? [{ fromMs: first.fromMs, toMs: last.toMs }] : [...list]
      for (const { fromMs, toMs } of news) told.add(fromMs, toMs)
      return news
    },
  }
}
