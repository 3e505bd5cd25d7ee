import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { KeptAlarm, NumberedChange, WatchChange, WatchCopy } from '../../history/watch-store.ts'
import type { EventLog } from '../nats/event-log.ts'
import { STUCK_MS, TRY_AGAIN_MS } from '../timing.ts'
import { alarmsOf, type FollowedCopy } from './followed-copy.ts'
import { messagesOf, STATE_MAX_CHARS } from './watch-parts.ts'

/** Changes that are written together. */
const TOGETHER_MAX = 200
/**
 * Nobody is asked to wait behind so many changes, or so long ones: what people do is refused, and they are told so. A write of
 * what was raised is none of these.
 */
export const CHANGES_WAITING_MAX = 1_000
const CHARS_WAITING_MAX = 8_000_000
/**
 * A log that takes nothing for so much may take it from another process. Nobody was told of what is let go of here: whoever
 * leads next goes on from what the log has, and judges again what has struck since.
 */
export const RAISED_WAITING_MAX = 10_000

/** What one process at a time does: it writes the log of the watch. */
export interface WatchWriter {
  /** Answers what is new, once it is written; nothing where this process leads no more by then. Never rejects. */
  write(change: WatchChange): Promise<KeptAlarm[]>
  /**
   * From now on this process writes, as long as `isHeld`. Resolves once all that others wrote is here, and they can write no
   * more: with false where it is not held any more by then. `onFenced` hears why this process is not to write any more: another
   * one turns out to, or too much waits.
   */
  lead(isHeld: () => boolean, onFenced?: (why: string) => void): Promise<boolean>
  leads(): boolean
  /** Whether so much waits, or for so long, that nothing that can be asked for again should be added. */
  isFull(): boolean
  /** Resolves once all is written that came; nothing is from then on. */
  stopLeading(): Promise<void>
  /** Resolves once all is written that came, or never will be. */
  idle(): Promise<void>
  /** Whoever leads hears of nobody's messages but its own, unless another one leads by now. */
  hear(number: number, changes: readonly NumberedChange[]): void
}

/** `own`: what the log begins with where nobody has written to it. */
export function createWatchWriter(deps: {
  watchLog: EventLog<NumberedChange>
  followed: FollowedCopy
  copy: Pick<WatchCopy, 'numbered'>
  own: readonly NumberedChange[]
  clock: Clock
  log: Logger
}): WatchWriter {
  const { watchLog, followed, copy, own, clock, log } = deps
  const waiting = createWaiting(clock)
  let writing: Promise<void> | null = null
  let isHeld: (() => boolean) | null = null
  /** Of the message that is being written. */
  let ownNumber: number | null = null
  let fenced: (why: string) => void = () => {}

  function fence(why: string): void {
    if (!isHeld) return
    isHeld = null
    fenced(why)
  }

  /** True once it is written; false where another process writes, or this one leads no more. */
  async function append(changes: readonly NumberedChange[]): Promise<boolean> {
    const id = randomUUID()
    const after = followed.position()
    ownNumber = after + 1
    while (isHeld?.()) {
      try {
        const number = await watchLog.append(changes, after, id)
        if (number !== null) followed.take(number, changes)
        else fence(ANOTHER_WRITES)
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
    while (waiting.count() > 0) {
      const some = waiting.takeSome()
      const numbered = copy.numbered(some.map(({ change }) => withoutTooLong(change, log)))
      let stands = true
      for (const message of messagesOf(numbered)) stands &&= await append(message)
      for (const [i, { resolve }] of some.entries()) resolve(stands ? alarmsOf(numbered[i]!) : [])
    }
    writing = null
  }

  /** False where it has to be tried again, and where that is over: a later lead of this process may have begun. */
  async function begin(held: () => boolean, onFenced: (why: string) => void): Promise<boolean> {
    const { last } = await watchLog.bounds()
    watchLog.knowWritten(last)
    await followed.reached(last)
    const number = await watchLog.append([], last, randomUUID())
    if (number === null || !held()) return false
    followed.take(number, [])
    isHeld = held
    fenced = onFenced
    if (last > 0 || own.length === 0) return true
    log.info('the log of the watch of this machine becomes that of all')
    for (const message of messagesOf(own)) await append(message)
    return true
  }

  return {
    write(change) {
      if (waiting.count() >= RAISED_WAITING_MAX) fence(TOO_MUCH_WAITS)
      const written = waiting.add(change)
      writing ??= writeAll()
      return written
    },
    async lead(held, onFenced = () => {}) {
      while (held()) {
        try {
          if (await begin(held, onFenced)) return held()
        } catch (error) {
          log.debug({ error: String(error) }, 'the log of the watch can not be led yet: trying again')
          await delay(clock, TRY_AGAIN_MS)
        }
      }
      return false
    },
    leads: () => isHeld?.() ?? false,
    isFull: waiting.isFull,
    async stopLeading() {
      await writing
      isHeld = null
    },
    idle: () => writing ?? Promise.resolve(),
    hear(number, changes) {
      if (number > followed.position() && number !== ownNumber) fence(ANOTHER_WRITES)
      followed.take(number, changes)
    },
  }
}

const TOO_MUCH_WAITS = 'too much waits to be written to the log of the watch'
const ANOTHER_WRITES = 'another process writes the log of the watch'

/** Changes that are to be written, in the order in which they came. */
function createWaiting(clock: Clock) {
  const waiting: { change: WatchChange; resolve(alarms: KeptAlarm[]): void }[] = []
  /** Since when each waits that is not written, the first one first (monotonic). */
  const unwritten = new Set<{ sinceMs: number }>()
  let chars = 0
  function isStuck(): boolean {
    const [oldest] = unwritten
    return oldest !== undefined && clock.monotonicMs() - oldest.sinceMs >= STUCK_MS
  }
  return {
    count: () => waiting.length,
    isFull: () => waiting.length >= CHANGES_WAITING_MAX || chars >= CHARS_WAITING_MAX || isStuck(),
    /** Resolves with what the change came to, once whoever takes it says so. */
    add(change: WatchChange): Promise<KeptAlarm[]> {
      chars += charsOf(change)
      const one = { sinceMs: clock.monotonicMs() }
      unwritten.add(one)
      const written = Promise.withResolvers<KeptAlarm[]>()
      waiting.push({
        change,
        resolve(alarms) {
          unwritten.delete(one)
          written.resolve(alarms)
        },
      })
      return written.promise
    },
    takeSome() {
      const some = waiting.splice(0, TOGETHER_MAX)
      chars -= some.reduce((sum, { change }) => sum + charsOf(change), 0)
      return some
    },
  }
}

/** What of a change may be long. */
function charsOf({ states = [] }: WatchChange): number {
  return states.reduce((sum, [key, value]) => sum + key.length + (value?.length ?? 0), 0)
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
