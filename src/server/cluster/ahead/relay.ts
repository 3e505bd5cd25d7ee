import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import type { FollowedSource } from '../followed-source.ts'
import { groupMessages, type PlacedMessage } from '../log-entries.ts'
import { type LogWriter, UNREAD_MAX } from '../log-writer.ts'
import type { Pledges } from './pledges.ts'

/** What is not read in the log by then is told ahead of it: servers that agree anew take seconds, and all others some milliseconds. */
const LATE_AFTER_MS = 700
/** Who hears nobody for so long may be cut off, and nothing is told ahead by it: known before anything is late by that cut. */
const HEARD_WITHIN_MS = LATE_AFTER_MS
const LOOK_EVERY_MS = 100
/** What was said and not taken by somebody is said again. */
const AGAIN_AFTER_MS = 500
/** So many messages at once: what is further is said when those are taken. */
const SAID_AT_ONCE = 64

/** Tells what comes at the process that leads to all of them, where the log does not. */
export interface Relay {
  /** Takes note of a message as it gets its place in the log. */
  placed(message: PlacedMessage): void
  /**
   * The lease ran out: goes on to tell what comes, here also where nobody else hears it as long as that is said. False where it can't.
   */
  hold(tellsAlone: () => boolean): boolean
  /** The log is written again by this process. */
  goOn(): void
  isHolding(): boolean
  close(): void
}

/**
 * While the servers agree anew the log takes nothing, or lets nobody read, for some seconds; what processes say to each other goes on.
 * So whoever leads hands to all what is late, with its places. That it leads is sure while it has the lease, and else while all
 * others promise to take it from nobody.
 */
export function createRelay(deps: {
  writer(): Pick<LogWriter, 'hold'> | null
  /** Whether another one has begun to lead, by what has been read of the log. */
  isOver(): boolean
  followed: Pick<FollowedSource, 'readNumber' | 'takenNumber' | 'takeAhead'>
  pledges: Pick<Pledges, 'areHeldLately' | 'leastTaken'>
  say(messages: readonly PlacedMessage[]): void
  /** Hears that more is told ahead than should be. */
  onTooMuch(): void
  clock: Clock
  log: Logger
}): Relay {
  const { writer, isOver, followed, pledges, say, onTooMuch, clock, log } = deps
  /** What somebody may not have, with when it came and when it was last said (monotonic). */
  let recent: { message: PlacedMessage; sinceMs: number; saidMs: number }[] = []
  let isHolding = false
  let tellsAlone = () => false
  const note = createNote(log)

  const isHeard = () => pledges.areHeldLately(HEARD_WITHIN_MS)
  const mayTell = () => !isOver() && (isHeard() || (isHolding && tellsAlone()))

  function take(message: PlacedMessage): void {
    if (message.number <= followed.takenNumber() || !mayTell()) return
    if (isHeard()) sayAll(recent.filter((each) => each.message === message))
    if (!followed.takeAhead(message)) onTooMuch()
  }

  function sayAll(those: typeof recent): void {
    for (const each of those) each.saidMs = clock.monotonicMs()
    for (const some of groupMessages(those.map(({ message }) => message))) say(some)
  }

  function forget(): void {
    const least = Math.min(followed.readNumber(), pledges.leastTaken() ?? Number.POSITIVE_INFINITY)
    recent = recent.filter(({ message }) => message.number > least).slice(-UNREAD_MAX)
  }

  function look(): void {
    forget()
    const nowMs = clock.monotonicMs()
    const late = recent.filter(({ sinceMs }) => nowMs - sinceMs >= LATE_AFTER_MS)
    const isLate = late.some(({ message }) => message.number > followed.readNumber())
    note(!isLate ? 'log' : mayTell() ? 'ahead' : 'unheard')
    if (late.length === 0 || !mayTell()) return
    if (late.some(({ message }) => message.number > followed.takenNumber())) writer()?.hold(take)
    const least = pledges.leastTaken()
    if (least === null || !isHeard()) return
    const isDue = ({ message, saidMs }: (typeof recent)[number]) =>
      message.number > least && message.number <= followed.takenNumber() && nowMs - saidMs >= AGAIN_AFTER_MS
    // One may be too far behind to take any of it: the others have their turn all the same.
    const due = late.filter(isDue).sort((a, b) => a.saidMs - b.saidMs)
    sayAll(due.slice(0, SAID_AT_ONCE))
  }

  const stop = clock.every(LOOK_EVERY_MS, look)

  return {
    placed(message) {
      recent.push({ message, sinceMs: clock.monotonicMs(), saidMs: Number.NEGATIVE_INFINITY })
      if (recent.length > UNREAD_MAX) recent.shift()
    },
    hold(alone) {
      tellsAlone = alone
      isHolding = true
      isHolding = writer()?.hold(take) ?? false
      return isHolding
    },
    goOn() {
      isHolding = false
    },
    isHolding: () => isHolding,
    close() {
      stop()
      isHolding = false
    },
  }
}

const WORDS = {
  log: 'what comes is told by the log again',
  ahead: 'the log takes nothing, or can not be read: what comes is told ahead of it',
  unheard: 'the log takes nothing, or can not be read, and others do not hear this process: what comes waits',
}

/** Says each change once. */
function createNote(log: Logger): (how: keyof typeof WORDS) => void {
  let last: keyof typeof WORDS = 'log'
  return (how) => {
    if (how !== last) log.info(WORDS[how])
    last = how
  }
}
