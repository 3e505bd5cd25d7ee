import type { Logger } from 'pino'
import { z } from 'zod'
import type { ReportRecord } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { History, HistoryEntry } from '../../history/history.ts'
import { catchUp, readBefore } from '../catch-up.ts'
import { type EventLog, type KeptStore, valuesOf } from '../engine.ts'
import { unpack } from '../messages.ts'
import { createFiller, type Filler } from './filler.ts'
import { isReportsKey, type KeptState, LATE_MINUTES, minuteOfKey, readState } from './kept-forms.ts'
import { createLogMarks, type LogMarks } from './log-marks.ts'

/** Name of the note in the history. */
const FILLED_NOTE = 'filled-from-stored-minutes'
const filledSchema = z.object({ identity: z.string(), down: z.number() })

export interface OpenedPast {
  /** A read waits for minutes that are not on this machine yet. */
  history: History
  /** The latest message of the log that is in the history. */
  takenNumber: number
  marks: LogMarks
  isWhole(): boolean
}

/**
 * Brings the history of this machine up to date: from the log if it has all later messages, else from the stored final minutes, which are
 * copied in the background, and the end of the log. Rejects if NATS does not respond, and may be called again.
 */
export async function openPast(deps: {
  store: KeptStore
  eventLog: EventLog
  history: History
  clock: Clock
  log: Logger
}): Promise<OpenedPast> {
  const { store, eventLog, history, log } = deps
  const { identity } = eventLog
  const filler = createFiller({
    ...deps,
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
    await continueFilling()
    const [newest] = (await history.strikes.minutes(0, Number.MAX_SAFE_INTEGER)).slice(-1)
    return createLogMarks({ begunAt: Math.max(first, noted), knownTo: newest ?? Number.NEGATIVE_INFINITY })
  }

  const fillBefore = (keys: readonly string[], end: number) =>
    filler.begin(keys.map(minuteOfKey).filter((minute) => minute !== null && minute < end) as number[])

  async function takeState({ sealedTo, observed }: KeptState): Promise<void> {
    const keys = await store.keys()
    fillBefore(keys, sealedTo)
    const spans = (['lightning', 'metar'] as const).flatMap((feed) =>
      observed[feed].map(({ fromMs, toMs }): HistoryEntry => ({ kind: 'observed', feed, fromMs, toMs })),
    )
    await history.write(...spans)
    await history.sealed.sealTo(sealedTo)
    await takeReports(keys.filter(isReportsKey).sort())
    // The log may have late strikes of these minutes, which must be written after them.
    await filler.ensure(sealedTo - LATE_MINUTES, sealedTo)
  }

  async function takeReports(keys: readonly string[]): Promise<void> {
    for await (const [, bytes] of valuesOf(store, keys)) {
      await history.write({ kind: 'reports', records: unpack(bytes) as ReportRecord[] })
    }
  }

  /** The process may have ended before all minutes were copied. */
  async function continueFilling(): Promise<void> {
    const note = await history.notes.get(FILLED_NOTE)
    const filled = note ? filledSchema.parse(JSON.parse(note)) : null
    if (filled?.identity === identity) fillBefore(await store.keys(), filled.down)
  }

  try {
    const marks = await beginFrom()
    await catchUp({ ...deps, from: Math.max(first, marks.begunAt), last, take: marks.take })
    filler.goOn()
    return { history: createFilledHistory(history, filler), takenNumber: last, marks, isWhole: filler.isDone }
  } catch (error) {
    filler.close()
    throw error
  }
}

/** Null if the log was purged or created again since. */
async function stateOf(store: KeptStore, identity: string, first: number, log: Logger): Promise<KeptState | null> {
  try {
    const state = await readState(store, identity)
    return state && state.number + 1 >= first ? state : null
  } catch (error) {
    log.error({ error: String(error) }, 'stored state invalid: reading the whole log')
    return null
  }
}

/** A history that is still being filled: a read waits for its minutes. */
function createFilledHistory(history: History, filler: Pick<Filler, 'ensure' | 'close'>): History {
  const { strikes } = history
  const span = (fromMs: number, toMs: number) =>
    filler.ensure(Math.floor(fromMs / MINUTE_MS), Math.ceil(toMs / MINUTE_MS))
  const one = (minute: number) => filler.ensure(minute, minute + 1)
  const after =
    <Args extends unknown[], Result>(
      ensure: (...args: Args) => Promise<void>,
      read: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      await ensure(...args)
      return read(...args)
    }
  return {
    ...history,
    strikes: {
      isSealed: strikes.isSealed,
      minutes: after(span, strikes.minutes),
      counts: after(span, strikes.counts),
      block: after(one, strikes.block),
      frames: after(one, strikes.frames),
      sealedFrames: after(one, strikes.sealedFrames),
      late: after((afterMs, beforeMs) => span(afterMs - LATE_MINUTES * MINUTE_MS, beforeMs), strikes.late),
    },
    backup: after(
      (_folder: string) => filler.ensure(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      history.backup,
    ),
    close() {
      filler.close()
      return history.close()
    },
  }
}
