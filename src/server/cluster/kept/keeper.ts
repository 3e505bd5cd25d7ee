import type { Logger } from 'pino'
import type { ReportRecord } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'
import type { FeedName, History } from '../../history/history.ts'
import type { KeptStore } from '../engine.ts'
import { pack } from '../messages.ts'
import { AWAY_MOST_MS } from '../timing.ts'
import { createKeeping, type Put } from './keeping.ts'
import {
  type KeptState,
  LATE_MINUTES,
  minuteKey,
  packMinute,
  packState,
  REPORTS_MS,
  readState,
  reportsKey,
  STATE_KEY,
} from './kept-forms.ts'
import type { LogMarks } from './log-marks.ts'

const REPORTS_OF_MESSAGE = 1_000

/**
 * Stores each minute once it is final, and again after late strikes; reports too; and then the position in the log that this corresponds
 * to. For processes that start with an empty disk.
 */
export function createKeeper(deps: {
  store: KeptStore
  /** Of the log. */
  identity: string
  history: Pick<History, 'strikes' | 'sealed' | 'reports' | 'missing' | 'horizonMs'>
  marks: LogMarks
  /** Whether this process is the leader, with a complete history. */
  mayKeep(): boolean
  /** The latest message of the log that is in the history. */
  takenNumber(): number
  clock: Clock
  log: Logger
}): { keep(): Promise<void>; close(): void } {
  const { store, identity, history, marks, takenNumber, clock } = deps

  async function putReports(tenMinutes: number, put: Put): Promise<void> {
    const records: ReportRecord[] = []
    for await (const piece of history.reports(tenMinutes * REPORTS_MS, (tenMinutes + 1) * REPORTS_MS)) {
      for (const record of piece) records.push(record)
    }
    for (let at = 0; at < records.length; at += REPORTS_OF_MESSAGE) {
      const part = records.slice(at, at + REPORTS_OF_MESSAGE)
      await put(reportsKey(tenMinutes, at / REPORTS_OF_MESSAGE), pack(part))
    }
  }

  /** Minutes and reports that changed since the stored state, or may have. */
  async function changed(before: KeptState | null, sealedTo: number) {
    const horizonMs = await history.horizonMs()
    const isKnown = before !== null && marks.begunAt <= before.number + 1
    const fromMs = before ? (before.sealedTo - (isKnown ? 0 : LATE_MINUTES)) * MINUTE_MS : horizonMs
    const minutes = new Set(await history.strikes.minutes(fromMs, sealedTo * MINUTE_MS))
    if (before) for (const minute of marks.minutesSince(before.number)) if (minute < sealedTo) minutes.add(minute)
    const reports = new Set(before ? marks.reportsSince(before.number) : [])
    if (!isKnown) {
      const reportsFromMs = before ? Math.max(horizonMs, clock.now() - AWAY_MOST_MS) : horizonMs
      for (let ms = reportsFromMs; ms < clock.now() + HOUR_MS; ms += REPORTS_MS)
        reports.add(Math.floor(ms / REPORTS_MS))
    }
    return { minutes: [...minutes].sort((a, b) => a - b), reports: [...reports] }
  }

  return createKeeping({
    ...deps,
    failed: 'final minutes not stored for other processes',
    async keep(put) {
      const number = takenNumber()
      const sealedTo = await history.sealed.to()
      const from = marks.firstFrom(sealedTo)
      const before = await readState(store, identity)
      if (from === null || (before && (sealedTo <= before.sealedTo || number < before.number))) return
      const { minutes, reports } = await changed(before, sealedTo)
      for (const minute of minutes) {
        const sealed = await history.sealed.read(minute)
        if (sealed) await put(minuteKey(minute), packMinute(sealed))
      }
      for (const tenMinutes of reports) await putReports(tenMinutes, put)
      const observed = { lightning: await observedOf(deps, 'lightning'), metar: await observedOf(deps, 'metar') }
      await put(STATE_KEY, packState({ identity, sealedTo, from, number, observed }))
    },
  })
}

async function observedOf(
  { history, clock }: { history: Pick<History, 'missing' | 'horizonMs'>; clock: Clock },
  feed: FeedName,
): Promise<Span[]> {
  const fromMs = await history.horizonMs()
  const toMs = clock.now() + HOUR_MS
  const spans = new Spans([{ fromMs, toMs }])
  for (const hole of await history.missing(feed, fromMs, toMs)) spans.remove(hole.fromMs, hole.toMs)
  return [...spans.list()]
}
