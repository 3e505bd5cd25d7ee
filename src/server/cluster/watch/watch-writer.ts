import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { KeptAlarm, NumberedChange, WatchChange, WatchCopy } from '../../history/watch-store.ts'
import type { EventLog } from '../nats/event-log.ts'
import { alarmsOf, type FollowedCopy } from './followed-copy.ts'
import { messagesOf, STATE_MAX_CHARS } from './watch-parts.ts'

/** Changes that are written together. */
const TOGETHER_MAX = 200
const TRY_AGAIN_MS = 100

/** What one process at a time does: it writes the log of the watch. */
export interface WatchWriter {
  /** Answers what is new, once it is written; nothing where this process leads no more by then. Never rejects. */
  write(change: WatchChange): Promise<KeptAlarm[]>
  /**
   * From now on this process writes, as long as `isHeld`. Resolves once all that others wrote is here, and they can write no
   * more: with false where it is not held any more by then. `onFenced` hears where another process turns out to write.
   */
  lead(isHeld: () => boolean, onFenced?: () => void): Promise<boolean>
  leads(): boolean
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
  const waiting: { change: WatchChange; resolve(alarms: KeptAlarm[]): void }[] = []
  let writing: Promise<void> | null = null
  let isHeld: (() => boolean) | null = null
  /** Of the message that is being written. */
  let ownNumber: number | null = null
  let fenced = () => {}

  function fence(): void {
    if (!isHeld) return
    isHeld = null
    fenced()
  }

  /** True once it is written; false where another process writes, or this one leads no more. */
  async function append(changes: readonly NumberedChange[]): Promise<boolean> {
    const [id, after] = [randomUUID(), followed.position()]
    ownNumber = after + 1
    while (isHeld?.()) {
      try {
        const number = await watchLog.append(changes, after, id)
        if (number !== null) followed.take(number, changes)
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

  /** False where it has to be tried again. */
  async function begin(held: () => boolean, onFenced: () => void): Promise<boolean> {
    const { last } = await watchLog.bounds()
    watchLog.knowWritten(last)
    await followed.reached(last)
    const number = await watchLog.append([], last, randomUUID())
    if (number === null) return false
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
      return new Promise((resolve) => {
        waiting.push({ change, resolve })
        writing ??= writeAll()
      })
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
    async stopLeading() {
      await writing
      isHeld = null
    },
    idle: () => writing ?? Promise.resolve(),
    hear(number, changes) {
      if (number > followed.position() && number !== ownNumber) fence()
      followed.take(number, changes)
    },
  }
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
