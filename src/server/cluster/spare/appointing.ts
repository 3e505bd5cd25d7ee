import type { Clock } from '../../../core/time/clock.ts'

/** Who has not been heard for so long holds no socket any more, or will learn that it is not to. */
const GONE_AFTER_MS = 2_500
/** So long no process holds a socket in spare where the one that leads needed it for a line of its own. */
const LEFT_FREE_MS = 20_000

/** What a process says that may hold a socket in spare. */
export interface SpareWord {
  id: string
  /** Whether it holds one, open or not yet. */
  holds: boolean
  stands: boolean
}

/** Which process is to hold the socket that the one that leads does not need: known there alone. */
export interface Appointing {
  hear(word: SpareWord): void
  /** Its id; null where none is to. */
  chosen(): string | null
  /** The one that leads needs the socket itself. */
  freeSlot(): void
  /** Whether nobody is known to hold it. */
  isSlotFree(): boolean
  /** Whether another one than `id` has one that stands. */
  standsBeside(id: string): boolean
}

export function createAppointing(clock: Pick<Clock, 'monotonicMs'>): Appointing {
  const said = new Map<string, SpareWord & { atMs: number }>() // monotonic
  let chosen: string | null = null
  let leftFreeUntilMs = Number.NEGATIVE_INFINITY // monotonic

  function known(): (SpareWord & { atMs: number })[] {
    const nowMs = clock.monotonicMs()
    for (const [id, { atMs }] of said) if (nowMs - atMs >= GONE_AFTER_MS) said.delete(id)
    return [...said.values()]
  }

  return {
    hear: (word) => void said.set(word.id, { ...word, atMs: clock.monotonicMs() }),
    chosen() {
      if (clock.monotonicMs() < leftFreeUntilMs) return null
      const candidates = known()
      if (candidates.some(({ id }) => id === chosen)) return chosen
      chosen = (candidates.find(({ stands }) => stands) ?? candidates[0])?.id ?? null
      return chosen
    },
    freeSlot() {
      leftFreeUntilMs = clock.monotonicMs() + LEFT_FREE_MS
    },
    isSlotFree: () => !known().some(({ holds }) => holds),
    standsBeside: (own) => known().some(({ id, stands }) => stands && id !== own),
  }
}
