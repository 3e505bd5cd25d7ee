import type { FakeClock } from './fake-clock.ts'

const STEP_MS = 50
/** A response that needs the clock to move is not awaited longer. */
const TURNS_AT_MOST = 500
/** A promise that needs the network alone settles within as many turns, and no step is computed for it. */
const TURNS_BEFORE_STEPS = 10

/**
 * Advances fake clocks while real sockets and requests are active: after each step the network gets a turn, and further
 * ones while `isAsked`, so that no request times out on a slow machine.
 */
export function createClockDriver(clocks: readonly FakeClock[], isAsked: () => boolean = () => false) {
  async function step(ms: number) {
    for (const clock of clocks) await clock.advance(ms)
    await networkTurn()
    for (let turns = 0; isAsked() && turns < TURNS_AT_MOST; turns++) await networkTurn()
  }

  return {
    /** Advances until the condition is met: the number of steps depends on the load of the machine. */
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
      for (let turns = 0; !settled && turns < TURNS_BEFORE_STEPS; turns++) await networkTurn()
      while (!settled) await step(STEP_MS)
      return promise
    },
  }
}

/** Long enough for data written to a local socket to be read at its other end. */
function networkTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}
