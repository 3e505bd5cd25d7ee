import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import type { History } from '../../history/history.ts'
import type { KeptAlarm, NumberedChange, WatchChange, WatchStore } from '../../history/watch-store.ts'
import type { KeptStore } from '../kept/kept-store.ts'
import type { EventLog } from '../nats/event-log.ts'
import { beginCopy, POSITION } from './begin-copy.ts'
import { createWatchKeeper } from './watch-keeper.ts'
import { createWatchMarks } from './watch-marks.ts'
import { messagesOf, NOTHING, type PlaceInLog, partsOf, STATE_MAX_CHARS } from './watch-parts.ts'

/** Changes that are written together. */
const TOGETHER_MAX = 200
const TRY_AGAIN_MS = 100

/** The watch's store of several machines: one of them writes, and each has all of it on its own disk. */
export interface SharedWatchStore extends WatchStore {
  /** Hears of each alarm that came into the log or was acknowledged, on every machine. */
  onAlarms(listener: (alarms: readonly KeptAlarm[]) => void): Unsubscribe
  /** Hears of the states that became others. */
  onStates(listener: (states: NonNullable<WatchChange['states']>) => void): Unsubscribe
  /**
   * From now on this process writes, as long as `isHeld`. Resolves once all that others wrote is here, and they can write no
   * more: with false where it is not held any more by then. `onFenced` hears where another process turns out to write.
   */
  lead(isHeld: () => boolean, onFenced?: () => void): Promise<boolean>
  leads(): boolean
  /** Resolves once all is written that came; nothing is from then on. */
  stopLeading(): Promise<void>
  close(): void
}

/**
 * Every change is a message of a log that all follow, and is applied to the copy on this machine's disk; what is long past is
 * kept beside the log by parts, for machines that begin with an empty disk. Of two that both believe they lead one alone can
 * write, as with strikes. Who does not lead writes nothing.
 */
export async function openSharedWatchStore(deps: {
  watchLog: EventLog<NumberedChange>
  kept: KeptStore
  history: Pick<History, 'watch' | 'watchCopy'>
  /** How long alarms are kept, ms. */
  keepMs: number
  clock: Clock
  log: Logger
}): Promise<SharedWatchStore> {
  const { watchLog, kept, keepMs, clock, log } = deps
  const { watch: own, watchCopy: copy } = deps.history
  const { identity } = watchLog
  const alarmsTold = new Emitter<readonly KeptAlarm[]>()
  const statesTold = new Emitter<NonNullable<WatchChange['states']>>()
  const begun = await beginCopy(deps)
  const marks = createWatchMarks(begun.number + 1)
  const waiting: { change: WatchChange; resolve(alarms: KeptAlarm[]): void }[] = []
  let position = begun.number
  let reached = () => {}
  let writing: Promise<void> | null = null
  let isHeld: (() => boolean) | null = null
  /** Of the message that is being written. */
  let ownNumber: number | null = null
  let fenced = () => {}

  /** Whoever leads hears of nobody's messages but its own, unless another one leads by now. */
  function hear(number: number, changes: readonly NumberedChange[]): void {
    if (number > position && number !== ownNumber) fence()
    take(number, changes)
  }

  function fence(): void {
    if (!isHeld) return
    isHeld = null
    fenced()
  }

  function take(number: number, changes: readonly NumberedChange[]): void {
    if (number <= position) return
    position = number
    for (const change of changes) marks.take(number, partsOf(change, copy))
    const place: PlaceInLog = { identity, number }
    copy.apply(...changes, { ...NOTHING, states: [[POSITION, JSON.stringify(place)]] })
    const alarms = changes.flatMap(alarmsOf)
    const states = changes.flatMap(({ states = [] }) => states)
    if (alarms.length > 0) alarmsTold.emit(alarms)
    if (states.length > 0) statesTold.emit(states)
    reached()
  }

  async function readUpTo(number: number): Promise<void> {
    while (position < number) {
      await new Promise<void>((resolve) => {
        reached = resolve
      })
    }
  }

  /** True once it is written; false where another process writes, or this one leads no more. */
  async function append(changes: readonly NumberedChange[]): Promise<boolean> {
    const [id, after] = [randomUUID(), position]
    ownNumber = after + 1
    while (isHeld?.()) {
      try {
        const number = await watchLog.append(changes, after, id)
        if (number !== null) take(number, changes)
        else fence()
        return number !== null
      } catch (error) {
        log.debug({ error: String(error) }, 'the log of the watch takes nothing: trying again')
        await delay(clock, TRY_AGAIN_MS)
      }
    }
    return false
  }

  async function writeAll(): Promise<void> {
    // What comes in the same moment goes together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const some = waiting.splice(0, TOGETHER_MAX)
      const numbered = copy.numbered(some.map(({ change }) => withoutTooLong(change, log)))
      let stands = true
      for (const message of messagesOf(numbered)) stands &&= await append(message)
      for (const [i, { resolve }] of some.entries()) resolve(stands ? alarmsOf(numbered[i]!) : [])
    }
    writing = null
  }

  /** What this machine's own watch had before it shared one goes into a log that is new. */
  async function bringOwn(): Promise<void> {
    if (begun.own.length > 0) log.info('the log of the watch of this machine becomes that of all')
    for (const message of messagesOf(begun.own)) await append(message)
  }

  const keeper = createWatchKeeper({
    ...{ store: kept, identity, own, copy, marks, clock, log },
    mayKeep: () => isHeld?.() ?? false,
    position: () => position,
  })
  const stops = [
    watchLog.read(position + 1, hear),
    clock.every(HOUR_MS, () => {
      const beforeMs = clock.now() - keepMs
      marks.forgotten(position, copy.revsBefore(beforeMs))
      void own.forget(beforeMs)
    }),
    keeper.close,
  ]
  await readUpTo((await watchLog.bounds()).last)

  const written = async () => {
    await writing
  }
  return {
    onAlarms: (listener) => alarmsTold.subscribe(listener),
    onStates: (listener) => statesTold.subscribe(listener),
    write(change) {
      return new Promise((resolve) => {
        waiting.push({ change, resolve })
        writing ??= writeAll()
      })
    },
    leads: () => isHeld?.() ?? false,
    async lead(held, onFenced = () => {}) {
      while (held()) {
        try {
          const { last } = await watchLog.bounds()
          watchLog.knowWritten(last)
          await readUpTo(last)
          const number = await watchLog.append([], last, randomUUID())
          if (number === null) continue
          take(number, [])
          isHeld = held
          fenced = onFenced
          if (last === 0) await bringOwn()
          return held()
        } catch (error) {
          log.debug({ error: String(error) }, 'the log of the watch can not be led yet: trying again')
          await delay(clock, TRY_AGAIN_MS)
        }
      }
      return false
    },
    async stopLeading() {
      await written()
      isHeld = null
    },
    close() {
      for (const stop of stops) stop()
    },
    async states(prefix) {
      await written()
      return own.states(prefix)
    },
    async alarms(query) {
      await written()
      return own.alarms(query)
    },
    newestRev: () => own.newestRev(),
    async waiting() {
      await written()
      return own.waiting()
    },
    async dead(channel, limit) {
      await written()
      return own.dead(channel, limit)
    },
    async journal(query) {
      await written()
      return own.journal(query)
    },
    /** Each machine lets go of its own. */
    async forget() {},
  }
}

function alarmsOf({ added, acknowledged }: NumberedChange): KeptAlarm[] {
  return [...added.map(({ rev, alarm }) => ({ rev, alarm })), ...(acknowledged ? [acknowledged] : [])]
}

/** One text that fits in no message must not hold back all others for good. */
function withoutTooLong(change: WatchChange, log: Logger): WatchChange {
  const states = change.states?.filter(([name, value]) => {
    const fits = (value?.length ?? 0) <= STATE_MAX_CHARS
    if (!fits) log.error({ name, chars: value?.length }, 'what is too long to be shared is not kept')
    return fits
  })
  return { ...change, ...(states && { states }) }
}
