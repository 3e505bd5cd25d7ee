import type { Clock } from '../../../core/time/clock.ts'

/** So long a lease holds from when it was asked for. */
export const LEASE_MS = 1_750
/** Who holds it stops this much earlier: clocks of two machines do not run at quite the same pace. */
export const MARGIN_MS = 200
/**
 * So long after it was renewed its holder does things of which so many are allowed in a second; it waits with them for the next
 * renewal otherwise. The sooner it stops, the less the next one has to wait.
 */
const ASKS_FOR_MS = 550
/** Where renewals took longer than this lately that would be a wait for each of them: it does such things as long as it holds it. */
const SLOW_FROM_MS = 200
const SLOW_FOR_MS = 5_000

/**
 * What stands in the cell. It says how long it holds without being renewed, and how long its holder asks: another version, which waits
 * for it, may have other times.
 */
interface Word {
  holder: string | null
  forMs?: number
  asksForMs?: number
}

/** Nobody holds it. */
export const FREE = JSON.stringify({ holder: null } satisfies Word)

export function wordOf(holder: string, asksForMs: number): string {
  return JSON.stringify({ holder, forMs: LEASE_MS, asksForMs } satisfies Word)
}

export const readWord = ({ text }: { text: string }) => JSON.parse(text) as Word
export const isOf = (id: string, found: { text: string } | null) => found !== null && readWord(found).holder === id

/** A lease that is held: since when by both clocks, as a virtual machine that slept may have kept either. */
export interface Held {
  revision: number
  monotonicMs: number
  wallMs: number
  asksForMs: number
}

/** How long after a renewal its holder asks. */
export function createAskingTime(clock: Clock) {
  let slowMs = Number.NEGATIVE_INFINITY // monotonic
  return {
    forMs: () => (clock.monotonicMs() - slowMs < SLOW_FOR_MS ? LEASE_MS - MARGIN_MS : ASKS_FOR_MS),
    /** So long, milliseconds, a renewal took. */
    took(ms: number) {
      if (ms >= SLOW_FROM_MS) slowMs = clock.monotonicMs()
    },
  }
}

/** Since then, ms, by whichever clock of this machine says more. */
export function elapsedMs(clock: Clock, since: { monotonicMs: number; wallMs: number }): number {
  return Math.max(clock.monotonicMs() - since.monotonicMs, clock.now() - since.wallMs)
}
