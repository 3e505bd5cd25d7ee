import { alarmsPart, keyOf, type Part, partOf } from './watch-parts.ts'

export type WatchMarks = ReturnType<typeof createWatchMarks>

/** Which parts of the watch became others with which message of its log, from the message `begunAt` on. */
export function createWatchMarks(begunAt: number) {
  const latest = new Map<string, number>()
  return {
    begunAt,
    take(number: number, parts: readonly Part[]): void {
      for (const part of parts) latest.set(keyOf(part), number)
    },
    /** What was let go of by the time of a message. */
    forgotten(number: number, revs: readonly number[]): void {
      for (const rev of revs) latest.set(keyOf(alarmsPart(rev)), number + 1)
    },
    since: (number: number): Part[] =>
      [...latest].flatMap(([key, changed]) => (changed > number ? [partOf(key)!] : [])),
    /** Nobody asks for what was before that message. */
    forgetUpTo(number: number): void {
      for (const [key, changed] of latest) if (changed <= number) latest.delete(key)
    },
  }
}
