import { positionOf } from '../../contract/messages.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { LogEntry, PlacedMessage } from './log-entries.ts'
import { createToldAhead } from './told-ahead.ts'

/** The log brings something each second. Who hears nothing of it for longer may be cut off, and knows nothing of the present. */
const FRESH_MS = 2_000

/** Up to where the log has been read here, and up to where it has been told, which may be ahead of it. */
export interface ToldLog {
  /** The number of the latest message that was told. */
  takenNumber(): number
  /** The number of the latest message of the log. */
  readNumber(): number
  /** The number of the latest message of the log by which somebody began to lead. */
  termNumber(): number
  /** Whether something was told a moment ago. */
  isFresh(): boolean
  position(): string
  /** The same, as it is told to viewers: under another name while it is ahead of the log. */
  toldPosition(): string
  /** Whether viewers here have what is to come by the log, of which those who join now would not be told. */
  isOwed(): boolean
  /** Takes note of a message of the log; answers what of it is to be told here, null where all of it has been. */
  read(number: number, entries: readonly LogEntry[]): readonly LogEntry[] | null
  /** Takes note of a message that is about to be told for that place. False where no more should be told like this. */
  tellAhead(message: PlacedMessage): boolean
  /** What was told and is not in the log yet, from right after that place on. */
  aheadAfter(number: number): PlacedMessage[]
  /** Others may write what was told ahead, and other things at its places. */
  giveBack(): void
  /** A batch of that message is about to be told. */
  telling(number: number): void
  /** All of that message has been told. */
  told(number: number): void
  /** Resolves once all of that message has been told. */
  reached(number: number): Promise<void>
}

export function createToldLog(deps: {
  /** The number of the message up to which everything is known. */
  takenNumber: number
  /** Tells the log from every other one. */
  logName: string
  clock: Clock
  /** Hears that viewers here were told what others are to write. */
  onGivenBack?(): void
}): ToldLog {
  const { logName, clock } = deps
  const ahead = createToldAhead(clock)
  let [takenNumber, takenMs] = [deps.takenNumber, Number.NEGATIVE_INFINITY] // monotonic
  let readNumber = takenNumber
  let termNumber = 0
  let waiting: { number: number; go(): void }[] = []

  function giveBack(): void {
    if (readNumber === takenNumber) return
    ahead.broken()
    takenNumber = readNumber
    deps.onGivenBack?.()
  }

  return {
    takenNumber: () => takenNumber,
    readNumber: () => readNumber,
    termNumber: () => termNumber,
    isFresh: () => clock.monotonicMs() - takenMs < FRESH_MS,
    position: () => positionOf(logName, takenNumber),
    toldPosition: () => positionOf((readNumber < takenNumber ? ahead.name() : null) ?? logName, takenNumber),
    isOwed: ahead.isOwed,
    read(number, entries) {
      if (entries.some((entry) => entry.of === 'term')) {
        termNumber = number
        // Who leads next begins with that: what was told for this place and later ones is written there by nobody.
        giveBack()
      }
      readNumber = number
      ahead.kept(number)
      return number > takenNumber ? ahead.news(entries) : null
    },
    ...{ tellAhead: ahead.tell, aheadAfter: ahead.after },
    giveBack,
    telling(number) {
      takenNumber = number
    },
    told(number) {
      ;[takenNumber, takenMs] = [number, clock.monotonicMs()]
      for (const wish of waiting) if (wish.number <= number) wish.go()
      waiting = waiting.filter((wish) => wish.number > number)
    },
    reached(number) {
      if (takenNumber >= number) return Promise.resolve()
      return new Promise((go) => waiting.push({ number, go }))
    },
  }
}
