import type { ServerMessage } from '../../contract/messages.ts'
import type { ReadRecords } from '../../contract/records.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { FeedEvent } from './feed.ts'
import type { JoinAnswer } from './join/gap-filler.ts'
import { createHeldRecords, type HeldRecords } from './join/held-records.ts'
import type { StatusTeller } from './status-teller.ts'

/** Gaps that are remembered, since a server may tell of one again to who comes back. */
const GAPS_KEPT = 50

/** How a feed's records are read and told apart. */
export interface RecordKind<R> {
  read(list: unknown[]): ReadRecords<R>
  /** Asked once for each record that comes; false for one that came before. */
  isNew(record: R): boolean
}

/** What comes by the line and from REST, merged: each record and each gap is told once. */
export interface RecordIntake<R> {
  /** Live records wait here while the line is being joined. */
  readonly held: HeldRecords<R>
  live(list: unknown[]): void
  joined(answer: JoinAnswer<R>): void
  /** A period can't be had any more. */
  lost(period: Span): void
  /** A relay says that it went without a period itself. */
  lostByServer(message: Extract<ServerMessage, { type: 'gap' }>): void
}

export function createRecordIntake<R>(deps: {
  clock: Clock
  kind: RecordKind<R>
  status: StatusTeller
  emit(event: FeedEvent<R>): void
}): RecordIntake<R> {
  const { clock, kind, status, emit } = deps
  const { setAside } = status
  const gapsTold: string[] = []
  const lostSinceAnswer: Span[] = []
  const held = createHeldRecords<R>({
    clock,
    released(records) {
      if (records.length > 0) emit({ kind: 'records', records, from: 'live' })
      status.update()
    },
  })

  function onlyNew({ records, dropped }: ReadRecords<R>): R[] {
    const fresh = records.filter((record) => kind.isNew(record))
    setAside.badRecords += dropped
    setAside.duplicates += records.length - fresh.length
    status.dataCame()
    return fresh
  }

  function tellGap(gap: Span & { byServer?: true }): void {
    const key = `${gap.fromMs}/${gap.toMs}`
    if (gapsTold.includes(key)) return
    gapsTold.push(key)
    if (gapsTold.length > GAPS_KEPT) gapsTold.shift()
    emit({ kind: 'gap', ...gap })
  }

  return {
    held,
    live(list) {
      const records = onlyNew(kind.read(list))
      if (held.isHolding) held.add(records)
      else emit({ kind: 'records', records, from: 'live' })
      status.update()
    },
    joined(answer) {
      const records = onlyNew(answer)
      if (records.length > 0) emit({ kind: 'records', records, from: 'join' })
      const observed = new Spans([{ fromMs: answer.reachMs, toMs: clock.now() }])
      for (const { fromMs, toMs } of lostSinceAnswer.splice(0)) observed.remove(fromMs, toMs)
      for (const span of observed.list()) emit({ kind: 'observed', ...span })
    },
    lost(period) {
      lostSinceAnswer.push(period)
      tellGap(period)
    },
    lostByServer({ from, to }) {
      const fromMs = parseInstantMs(from)
      const toMs = parseInstantMs(to)
      if (fromMs === null || toMs === null || toMs < fromMs) setAside.malformedFrames++
      else tellGap({ fromMs, toMs, byServer: true })
    },
  }
}
