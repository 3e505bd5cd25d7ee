import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { keyOf as keyOfNumbers } from '../../core/util/key-of-numbers.ts'

/** Identities are remembered for this long after their minute was last used. */
export const REMEMBERED_MS = 20 * MINUTE_MS
/** Five minutes at 300 strikes a second, and the seconds of an outbreak. */
export const UNLOGGED_MAX = 100_000

/** A strike that was delivered and is not read in the log. */
export interface UnloggedStrike {
  record: StrikeRecord
  /** When it was last appended to the log (monotonic ms); null before the first time. */
  appendedMs: number | null
}

/** The strikes that this process has seen, by identity (time, lat, lon), and the unlogged ones among them. */
export interface KnownStrikes {
  /** Notes strikes that a line brought; answers those that were not seen before, which are unlogged from now on. */
  deliver(records: readonly StrikeRecord[]): StrikeRecord[]
  /** Notes strikes that were read in the log. */
  read(records: readonly StrikeRecord[]): {
    /** Not seen before: to be delivered. */
    unseen: StrikeRecord[]
    /** Not read in the log before: to be recorded. */
    unread: StrikeRecord[]
  }
  /** The log lost these: they are unlogged again. */
  takeBack(records: readonly StrikeRecord[]): void
  /** Notes strikes that are in the log already, as after a restart. */
  remember(records: readonly StrikeRecord[]): void
  isUnlogged(record: StrikeRecord): boolean
  /** In the order of delivery. */
  unlogged(): Iterable<UnloggedStrike>
  unloggedCount(): number
  clear(): void
}

export function createKnownStrikes(clock: Clock): KnownStrikes {
  /** Keys by the minute of the strike. */
  const minutes = new Map<number, { keys: Set<number>; usedMs: number }>()
  const unlogged = new Map<string, UnloggedStrike>()
  let sweptMs = clock.monotonicMs()

  function sweep(nowMs: number): void {
    if (nowMs - sweptMs < MINUTE_MS) return
    sweptMs = nowMs
    for (const [minute, { usedMs }] of minutes) if (nowMs - usedMs >= REMEMBERED_MS) minutes.delete(minute)
    for (const [key, { record }] of unlogged) if (!minutes.has(minuteOf(record))) unlogged.delete(key)
  }

  /** Returns whether the strike is new. */
  function note(record: StrikeRecord): boolean {
    const key = keyOf(record)
    const nowMs = clock.monotonicMs()
    sweep(nowMs)
    const minute = minuteOf(record)
    let of = minutes.get(minute)
    if (!of) {
      of = { keys: new Set(), usedMs: nowMs }
      minutes.set(minute, of)
    }
    of.usedMs = nowMs
    if (of.keys.has(key)) return false
    of.keys.add(key)
    return true
  }

  function addUnlogged(record: StrikeRecord): void {
    unlogged.set(strikeIdentity(record), { record, appendedMs: null })
    if (unlogged.size > UNLOGGED_MAX) unlogged.delete(unlogged.keys().next().value!)
  }

  return {
    deliver(records) {
      const unseen = records.filter(note)
      for (const record of unseen) addUnlogged(record)
      return unseen
    },
    read(records) {
      const unseen: StrikeRecord[] = []
      const unread: StrikeRecord[] = []
      for (const record of records) {
        const isNew = note(record)
        if (isNew) unseen.push(record)
        if (unlogged.delete(strikeIdentity(record)) || isNew) unread.push(record)
      }
      return { unseen, unread }
    },
    takeBack(records) {
      for (const record of records) {
        note(record)
        addUnlogged(record)
      }
    },
    remember(records) {
      for (const record of records) note(record)
    },
    isUnlogged: (record) => unlogged.has(strikeIdentity(record)),
    unlogged: () => unlogged.values(),
    unloggedCount: () => unlogged.size,
    clear() {
      minutes.clear()
      unlogged.clear()
    },
  }
}

const minuteOf = ({ time }: StrikeRecord) => Math.floor(Number(time) / 6e10)

const MINUTE_NS = 60_000_000_000n

/** 53 bits, of the strikes of a minute: a set of such numbers takes a seventh of the memory of one of texts. */
const keyOf = ({ time, lat, lon }: StrikeRecord) => keyOfNumbers(Number(BigInt(time) % MINUTE_NS), lat, lon)
