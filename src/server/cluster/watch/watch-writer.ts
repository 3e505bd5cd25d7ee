import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { KeptAlarm, NumberedChange, WatchChange, WatchCopy } from '../../history/watch-store.ts'
import { type EventLog, isRead } from '../engine.ts'
import { STUCK_MS, TRY_AGAIN_MS } from '../timing.ts'
import { alarmsOf, type FollowedCopy } from './followed-copy.ts'
import { messagesOf, STATE_MAX_CHARS } from './watch-parts.ts'

/** Changes in one append. */
const TOGETHER_MAX = 200
/** With more pending changes, or longer ones, changes by people are refused; raised alarms are not. */
export const CHANGES_WAITING_MAX = 1_000
const CHARS_WAITING_MAX = 8_000_000
/** With more pending changes the lease is yielded: the next leader continues from the log, and evaluates later strikes again. */
export const RAISED_WAITING_MAX = 10_000

export type WatchWriter = ReturnType<typeof createWatchWriter>

/** Writes the log of alarms, in the leader. `own` are the first changes of a new log. */
export function createWatchWriter(deps: {
  watchLog: EventLog<NumberedChange>
  followed: FollowedCopy
  copy: Pick<WatchCopy, 'numbered'>
  own: readonly NumberedChange[]
  clock: Clock
  log: Logger
}) {
  const { watchLog, followed, copy, own, clock, log } = deps
  const waiting = createWaiting(clock)
  let writing: Promise<void> | null = null
  let isHeld: (() => boolean) | null = null
  /** Number of the message that is being appended. */
  let ownNumber: number | null = null
  let fenced: (why: string) => void = () => {}

  function fence(why: string): void {
    if (!isHeld) return
    isHeld = null
    fenced(why)
  }

  /** False if another process writes, or this one lost the lease. */
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
        log.debug({ error: String(error) }, 'alarm log append failed, retrying')
        await delay(clock, TRY_AGAIN_MS)
      }
    }
    return false
  }

  async function writeAll(): Promise<void> {
    await Promise.resolve() // groups simultaneous changes
    while (waiting.count() > 0) {
      const some = waiting.takeSome()
      const numbered = copy.numbered(some.map(({ change }) => withoutTooLong(change, log)))
      let stands = true
      for (const message of messagesOf(numbered)) stands &&= await append(message)
      for (const [i, { resolve }] of some.entries()) resolve(stands ? alarmsOf(numbered[i]!) : [])
    }
    writing = null
  }

  /** False if it has to be repeated, or the lease was lost. */
  async function begin(held: () => boolean, onFenced: (why: string) => void): Promise<boolean> {
    const { last } = await watchLog.bounds()
    if (!(await isRead(watchLog, last, followed.reached(last), clock))) return false
    const number = await watchLog.append([], last, randomUUID())
    if (number === null || !held()) return false
    followed.take(number, [])
    isHeld = held
    fenced = onFenced
    if (last > 0 || own.length === 0) return true
    log.info('alarms of this machine moved to the shared log')
    for (const message of messagesOf(own)) await append(message)
    return true
  }

  return {
    /** Returns new and modified alarms once they are written; none if this process is not the leader by then. Never rejects. */
    write(change: WatchChange): Promise<KeptAlarm[]> {
      if (waiting.count() >= RAISED_WAITING_MAX) fence(TOO_MUCH_WAITS)
      const written = waiting.add(change)
      writing ??= writeAll()
      return written
    },
    /**
     * Writes while `held`. Resolves once all earlier messages are applied here and earlier leaders are fenced; with false if the lease was
     * lost by then. `onFenced` is called with the reason if another process writes, or too many changes are pending.
     */
    async lead(held: () => boolean, onFenced: (why: string) => void = () => {}): Promise<boolean> {
      while (held()) {
        try {
          if (await begin(held, onFenced)) return held()
        } catch (error) {
          log.debug({ error: String(error) }, 'alarm log not taken over, retrying')
          await delay(clock, TRY_AGAIN_MS)
        }
      }
      return false
    },
    leads: () => isHeld?.() ?? false,
    /** Whether changes that can be repeated should be refused. */
    isFull: waiting.isFull,
    /** Resolves once pending changes are written, and ends writing. */
    async stopLeading(): Promise<void> {
      await writing
      isHeld = null
    },
    /** Resolves once pending changes are written, or cannot be. */
    idle: () => writing ?? Promise.resolve(),
    /** Applies a message of the log. */
    hear(number: number, changes: readonly NumberedChange[]): void {
      if (number > followed.position() && number !== ownNumber) fence(ANOTHER_WRITES)
      followed.take(number, changes)
    },
  }
}

const TOO_MUCH_WAITS = 'too many changes wait for the alarm log'
const ANOTHER_WRITES = 'another process writes the alarm log'

/** Pending changes, in order. */
function createWaiting(clock: Clock) {
  const waiting: { change: WatchChange; resolve(alarms: KeptAlarm[]): void }[] = []
  /** Pending and appending changes, the oldest first (monotonic). */
  const unwritten = new Set<{ sinceMs: number }>()
  let chars = 0
  function isStuck(): boolean {
    const [oldest] = unwritten
    return oldest !== undefined && clock.monotonicMs() - oldest.sinceMs >= STUCK_MS
  }
  return {
    count: () => waiting.length,
    isFull: () => waiting.length >= CHANGES_WAITING_MAX || chars >= CHARS_WAITING_MAX || isStuck(),
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

/** States are the only long parts of a change. */
function charsOf({ states = [] }: WatchChange): number {
  return states.reduce((sum, [key, value]) => sum + key.length + (value?.length ?? 0), 0)
}

/** A text that fits in no message would block all later changes. */
function withoutTooLong(change: WatchChange, log: Logger): WatchChange {
  const states = change.states?.filter(([name, value]) => {
    const fits = (value?.length ?? 0) <= STATE_MAX_CHARS
    if (!fits) log.error({ name, chars: value?.length }, 'state too long to be shared, skipped')
    return fits
  })
  return { ...change, ...(states && { states }) }
}
