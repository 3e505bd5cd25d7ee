import type { Logger } from 'pino'
import type { ReportRecord } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import type { FeedName, History } from '../../history/history.ts'
import { pack } from '../messages.ts'
import { AWAY_MOST_MS, KEEP_EVERY_MS } from '../timing.ts'
import {
  type KeptState,
  minuteKey,
  packMinute,
  packState,
  REPORTS_MS,
  reportsKey,
  STATE_KEY,
  unpackState,
} from './kept-forms.ts'
import type { KeptStore } from './kept-store.ts'
import type { LogMarks } from './log-marks.ts'

/** What one message of NATS may be long (1 MiB), with room for what stands around it. */
const BYTES_MAX = 1_000_000
const REPORTS_OF_MESSAGE = 1_000
/** Where it is not known what came late since the last time, so much of before is written again. */
const LATE_MINUTES = 60

/** Somebody else writes, or this is no longer ours to do. */
class Superseded extends Error {}

/**
 * What the process that leads does for those that will begin with an empty disk: writes each minute to the store once it is
 * final, and again when something came late; so with reports; and then how far that goes. Of two that both believe they
 * lead one alone can write.
 */
export function createKeeper(deps: {
  store: KeptStore
  /** Of the log. */
  identity: string
  history: Pick<History, 'strikes' | 'sealed' | 'reports' | 'missing' | 'horizonMs'>
  marks: LogMarks
  /** Whether this process leads, and has all that it should of before. */
  mayKeep(): boolean
  /** Everything up to that message of the log is in the history. */
  takenNumber(): number
  clock: Clock
  log: Logger
}): { keep(): Promise<void>; close(): void } {
  const { store, identity, history, marks, mayKeep, takenNumber, clock, log } = deps
  let running: Promise<void> | null = null
  let last = 0

  async function put(key: string, bytes: Uint8Array): Promise<void> {
    if (!mayKeep()) throw new Superseded()
    if (bytes.length > BYTES_MAX) throw new Error(`${key} is too long to be kept: ${bytes.length} bytes`)
    const number = await store.put(key, bytes, last)
    if (number === null) throw new Superseded()
    last = number
  }

  async function stateThere(): Promise<KeptState | null> {
    const bytes = await store.get(STATE_KEY)
    const state = bytes && unpackState(bytes)
    return state?.identity === identity ? state : null
  }

  async function putReports(tenMinutes: number): Promise<void> {
    const records: ReportRecord[] = []
    for await (const piece of history.reports(tenMinutes * REPORTS_MS, (tenMinutes + 1) * REPORTS_MS)) {
      for (const record of piece) records.push(record)
    }
    for (let at = 0; at < records.length; at += REPORTS_OF_MESSAGE) {
      const part = records.slice(at, at + REPORTS_OF_MESSAGE)
      await put(reportsKey(tenMinutes, at / REPORTS_OF_MESSAGE), pack(part))
    }
  }

  /** What became another one since then, or may have. */
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

  async function keep(): Promise<void> {
    const number = takenNumber()
    const sealedTo = await history.sealed.to()
    const from = marks.firstFrom(sealedTo)
    last = await store.last()
    const before = await stateThere()
    if (from === null || (before && (sealedTo <= before.sealedTo || number < before.number))) return
    const { minutes, reports } = await changed(before, sealedTo)
    for (const minute of minutes) {
      const sealed = await history.sealed.read(minute)
      if (sealed) await put(minuteKey(minute), packMinute(sealed))
    }
    for (const tenMinutes of reports) await putReports(tenMinutes)
    const observed = { lightning: await observedOf(deps, 'lightning'), metar: await observedOf(deps, 'metar') }
    await put(STATE_KEY, packState({ identity, sealedTo, from, number, observed }))
  }

  async function tryToKeep(): Promise<void> {
    try {
      if (mayKeep()) await keep()
    } catch (error) {
      if (error instanceof Superseded) return
      log.warn({ error: messageOf(error) }, 'what is final could not be kept for others')
    }
  }

  function keepOnce(): Promise<void> {
    running ??= tryToKeep().finally(() => {
      running = null
    })
    return running
  }

  return { keep: keepOnce, close: clock.every(KEEP_EVERY_MS, () => void keepOnce()) }
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
