import type { ServerMessage } from '../../contract/messages.ts'
import type { ReadRecords } from '../../contract/records.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { FeedEvent } from './feed.ts'
import type { JoinAnswer } from './join/gap-filler.ts'
import { createHeldRecords, type HeldRecords } from './join/held-records.ts'
import type { LineHealth } from './line/line-machine.ts'
import { createObservedTeller, type ObservedTeller } from './observed-teller.ts'
import type { StatusTeller } from './status-teller.ts'

/** Gaps that are remembered, since a server may tell of one again to who comes back. */
const GAPS_KEPT = 50
/** Longer than any answer reaches back. */
const LOST_KEPT_MS = HOUR_MS
/** More single moments of one answer are told as one period. */
const LOST_APART_MAX = 10

/** How a feed's records are read and told apart. */
export interface RecordKind<R> {
  /** True where data comes now and then. */
  dataIsRare: boolean
  /** `lost` is of those that could not be read: when each was, or null where nothing says so. */
  read(list: unknown[]): ReadRecords<R> & { lost?: readonly (Span | null)[] }
  /** Asked once for each record that comes; false for one that came before. */
  isNew(record: R): boolean
}

/** What comes by the line and from REST, merged: each record and each gap is told once. */
export interface RecordIntake<R> {
  /** Live records wait here while the line is being joined. */
  readonly held: HeldRecords<R>
  live(list: unknown[]): void
  /** Part of an answer of which the rest comes. */
  brought(records: R[]): void
  /**
   * `missing` is what was missed since this was asked. `health` is that of the line, by which a relay tells of its gaps:
   * else they stand in its answers alone.
   */
  joined(answer: JoinAnswer<R>, missing: readonly Span[], health: LineHealth): void
  /** A period can't be had any more. */
  lost(period: Span): void
  /** A relay says that it went without a period itself. */
  lostByServer(message: Extract<ServerMessage, { type: 'gap' }>): void
  readonly observed: Pick<ObservedTeller, 'untilMs' | 'subscribed' | 'brought' | 'missing'>
}

export function createRecordIntake<R>(deps: {
  clock: Clock
  kind: RecordKind<R>
  status: StatusTeller
  onSetAside?(complaint: string): void
  /** See `FeedOptions`. */
  goesOnAtOnce?: boolean
  /** Something came by the line that could not be read, and may be had from REST. */
  hole(): void
  emit(event: FeedEvent<R>): void
}): RecordIntake<R> {
  const { clock, kind, status, emit } = deps
  const { setAside } = status
  const gapsTold: string[] = []
  const lostTold = new Spans()
  const observed = createObservedTeller({ clock, emit })
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

  /** Of what an answer could not tell, when it was: all of it where nothing says so. */
  function lostOf({ reachMs, lost = [] }: JoinAnswer<R>): readonly Span[] {
    const whole = { fromMs: reachMs, toMs: clock.now() }
    return new Spans(lost.map((period) => period ?? whole)).list()
  }

  /** The same moment is in every answer of the next minutes. */
  function tellLost(periods: readonly Span[]): void {
    lostTold.remove(Number.NEGATIVE_INFINITY, clock.now() - LOST_KEPT_MS)
    const news = new Spans(periods)
    for (const { fromMs, toMs } of lostTold.list()) news.remove(fromMs, toMs)
    const list = news.list()
    const [first, last] = [list[0], list.at(-1)]
    if (!first || !last) return
    const told = list.length > LOST_APART_MAX ? [{ fromMs: first.fromMs, toMs: last.toMs }] : [...list]
    for (const period of told) {
      lostTold.add(period.fromMs, period.toMs)
      lost(period)
    }
  }

  return {
    held,
    observed,
    live(list) {
      const read = kind.read(list)
      const records = onlyNew(read)
      status.dataCame()
      if (read.lost && read.lost.length > 0) deps.hole()
      if (held.isHolding) held.add(records)
      else emit({ kind: 'records', records, from: 'live' })
      status.update()
    },
    brought: (records) => brought({ records, dropped: 0 }),
    joined(answer, missing, health) {
      brought(answer)
      const lost = lostOf(answer)
      const known = health === 'up' ? missing : [...missing, ...(answer.notObserved ?? [])]
      observed.answered(answer.reachMs, [...known, ...lost])
      tellLost(lost)
      // Answers are no sign of the line, but where they stand in for it.
      if (kind.dataIsRare || health === 'waiting-for-slot') status.dataCame()
    },
    lost,
    lostByServer({ from, to }) {
      const fromMs = parseInstantMs(from)
      const toMs = parseInstantMs(to)
      if (fromMs === null || toMs === null || toMs < fromMs) {
        setAside.malformedFrames++
        return
      }
      observed.lost({ fromMs, toMs })
      tellGap({ fromMs, toMs, byServer: true })
    },
  }
}
