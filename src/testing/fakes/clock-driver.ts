import type { FakeClock } from './fake-clock.ts'

const STEP_MS = 50
/** An answer that needs the clock to move is not waited for any longer. */
const TURNS_AT_MOST = 500

/**
 * Moves fake clocks while real sockets and requests are under way: each step of theirs leaves the network a turn, and as many
 * more as `isAsked` says, so that no request runs out of time because the machine is slow.
 */
export function createClockDriver(clocks: readonly FakeClock[], isAsked: () => boolean = () => false) {
  async function step(ms: number) {
    for (const clock of clocks) await clock.advance(ms)
    await networkTurn()
    for (let turns = 0; isAsked() && turns < TURNS_AT_MOST; turns++) await networkTurn()
  }

  return {
    /** Until it is so: what passes meanwhile depends on how busy the machine is. */
    async until(isSo: () => boolean) {
      while (!isSo()) await step(STEP_MS)
    },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= STEP_MS) await step(Math.min(STEP_MS, left))
    },
    async during<T>(promise: Promise<T>): Promise<T> {
      let settled = false
      const settle = () => {
        settled = true
      }
      promise.then(settle, settle)
      await networkTurn()
      while (!settled) await step(STEP_MS)
      return promise
    },
  }
}

/** Long enough for data written to a local socket to be read at its other end. */
function networkTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}
