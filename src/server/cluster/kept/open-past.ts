import type { Logger } from 'pino'
import { z } from 'zod'
import type { ReportRecord } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { History, HistoryEntry } from '../../history/history.ts'
import { catchUp, readBefore } from '../catch-up.ts'
import { unpack } from '../messages.ts'
import type { EventLog } from '../nats/event-log.ts'
import { createFilledHistory } from './filled-history.ts'
import { createFiller } from './filler.ts'
import { isReportsKey, type KeptState, minuteOfKey, STATE_KEY, unpackState } from './kept-forms.ts'
import type { KeptStore } from './kept-store.ts'
import { createLogMarks, type LogMarks } from './log-marks.ts'

const FILLED_NOTE = 'filled from what is kept'
const filledSchema = z.object({ identity: z.string(), down: z.number() })
/** What the log brings again is of these at most, so that they are there before. */
const MINUTES_BEFORE = 20
const REPORTS_AT_ONCE = 16

/** What the processes know together of before, for one that begins. */
export interface OpenedPast {
  /** Who reads a minute of it that is not on this machine yet waits for it. */
  history: History
  /** The number of the message of the log up to which all is there. */
  takenNumber: number
  marks: LogMarks
  isWhole(): boolean
}

/**
 * Brings the history of this machine to what the others know. With an empty disk it is what is kept of final minutes, which
 * come when they are asked for or by and by, and the end of the log; else what the log has since. Rejects where NATS does not
 * answer, and may be called again.
 */
export async function openPast(deps: {
  store: KeptStore
  eventLog: EventLog
  history: History
  clock: Clock
  log: Logger
}): Promise<OpenedPast> {
  const { store, eventLog, history, clock, log } = deps
  const { identity } = eventLog
  const filler = createFiller({
    store,
    history,
    clock,
    log,
    onProgress: (down) => void history.notes.set(FILLED_NOTE, down === null ? '' : JSON.stringify({ identity, down })),
  })
  const { first: oldest, last } = await eventLog.bounds()
  const first = Math.max(1, oldest)
  const noted = await readBefore(history, eventLog)
  const state = noted === null ? await stateOf(store, identity, first, log) : null

  async function beginFrom(): Promise<LogMarks> {
    if (state) {
      await takeState(state)
      return createLogMarks({ begunAt: state.from, knownTo: state.sealedTo - 1 })
    }
    if (noted === null) return createLogMarks({ begunAt: first, knownTo: Number.NEGATIVE_INFINITY })
    await goOnFilling()
    const [newest] = (await history.strikes.minutes(0, Number.MAX_SAFE_INTEGER)).slice(-1)
    return createLogMarks({ begunAt: Math.max(first, noted), knownTo: newest ?? Number.NEGATIVE_INFINITY })
  }

  async function takeState({ sealedTo, observed }: KeptState): Promise<void> {
    const keys = await store.keys()
    filler.begin(keys.map(minuteOfKey).filter((minute) => minute !== null && minute < sealedTo) as number[])
    const spans = (['lightning', 'metar'] as const).flatMap((feed) =>
      observed[feed].map(({ fromMs, toMs }): HistoryEntry => ({ kind: 'observed', feed, fromMs, toMs })),
    )
    await history.write(...spans)
    await history.sealed.sealTo(sealedTo)
    await takeReports(keys.filter(isReportsKey).sort())
    await filler.ensure(sealedTo - MINUTES_BEFORE, sealedTo)
  }

  async function takeReports(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += REPORTS_AT_ONCE) {
      const found = await Promise.all(keys.slice(at, at + REPORTS_AT_ONCE).map((key) => store.get(key)))
      const records = found.flatMap((bytes) => (bytes ? (unpack(bytes) as ReportRecord[]) : []))
      await history.write({ kind: 'reports', records })
    }
  }

  /** The process before this one may have ended before all was on its disk. */
  async function goOnFilling(): Promise<void> {
    const note = await history.notes.get(FILLED_NOTE)
    const filled = note ? filledSchema.parse(JSON.parse(note)) : null
    if (filled?.identity !== identity) return
    const keys = await store.keys()
    filler.begin(keys.map(minuteOfKey).filter((minute) => minute !== null && minute < filled.down) as number[])
  }

  async function begin(): Promise<LogMarks> {
    const marks = await beginFrom()
    const from = Math.max(first, marks.begunAt)
    await catchUp({ eventLog, history, clock, log, from, last, take: marks.take })
    return marks
  }

  const marks = await begin().catch((error: unknown) => {
    filler.close()
    throw error
  })
  filler.goOn()
  return { history: createFilledHistory(history, filler), takenNumber: last, marks, isWhole: filler.isDone }
}

/** What is kept beside a log that has been emptied since, or begun anew, is of another world. */
async function stateOf(store: KeptStore, identity: string, first: number, log: Logger): Promise<KeptState | null> {
  const bytes = await store.get(STATE_KEY)
  try {
    const state = bytes && unpackState(bytes)
    return state && state.identity === identity && state.number + 1 >= first ? state : null
  } catch (error) {
    log.error({ error: String(error) }, 'what is kept can not be read: the log is read as a whole')
    return null
  }
}
