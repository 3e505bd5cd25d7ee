import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { keyOf as keyOfNumbers } from '../../core/util/key-of-numbers.ts'

/** Identities of a minute are kept this long after its last strike came. */
export const REMEMBERED_MS = 20 * MINUTE_MS
/** Five minutes at 300 strikes a second, and the seconds of an outbreak. */
export const UNLOGGED_MAX = 100_000

/** A delivered strike that was not read in the log. */
export interface UnloggedStrike {
  record: StrikeRecord
  /** When it was last appended to the log (monotonic), if ever. */
  appendedMs: number | null
}

export type KnownStrikes = ReturnType<typeof createKnownStrikes>

/** Strikes seen by this process, by identity (time, lat, lon), and the unlogged ones among them. */
export function createKnownStrikes(clock: Clock) {
  /** By the minute of the strike. */
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
    /** Takes strikes of a line. Returns the new ones, which are unlogged until they are read. */
    deliver(records: readonly StrikeRecord[]): StrikeRecord[] {
      const unseen = records.filter(note)
      for (const record of unseen) addUnlogged(record)
      return unseen
    },
    /** Takes strikes of the log. `unseen` ones are to be delivered, `unread` ones to be recorded. */
    read(records: readonly StrikeRecord[]) {
      const unseen: StrikeRecord[] = []
      const unread: StrikeRecord[] = []
      for (const record of records) {
        const isNew = note(record)
        if (isNew) unseen.push(record)
        if (unlogged.delete(strikeIdentity(record)) || isNew) unread.push(record)
      }
      return { unseen, unread }
    },
    /** The log lost these: they are unlogged again. */
    takeBack(records: readonly StrikeRecord[]): void {
      for (const record of records) {
        note(record)
        addUnlogged(record)
      }
    },
    isUnlogged: (record: StrikeRecord) => unlogged.has(strikeIdentity(record)),
    /** In the order of delivery. */
    unlogged: (): Iterable<UnloggedStrike> => unlogged.values(),
    unloggedCount: () => unlogged.size,
    clear(): void {
      minutes.clear()
      unlogged.clear()
    },
  }
}

const minuteOf = ({ time }: StrikeRecord) => Math.floor(Number(time) / 6e10)

const MINUTE_NS = 60_000_000_000n

/** 53 bits: a set of numbers takes a seventh of the memory of a set of texts. */
const keyOf = ({ time, lat, lon }: StrikeRecord) => keyOfNumbers(Number(BigInt(time) % MINUTE_NS), lat, lon)
