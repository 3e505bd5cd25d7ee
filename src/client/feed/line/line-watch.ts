import type { Environment } from '../../session/environment.ts'

const TICK_MS = 1_000
/** More than the interval between two ticks of an awake page, even a hidden one (browsers throttle it to a minute). */
const JUMP_MS = 90_000

/**
 * Ticks each second, and detects sleep of the machine: by the environment's event, or by a large jump between ticks.
 * Without such an event, as on a server, machines do not sleep: a jump is a clock correction. The returned function
 * stops it.
 */
export function watchLine(
  environment: Pick<Environment, 'clock' | 'onWake'>,
  on: {
    /** Before `tick`, after a jump. */
    jump(): void
    tick(nowMs: number): void
    wake(): void
  },
): () => void {
  const { clock } = environment
  let tickMs = clock.now()
  const stopTicks = clock.every(TICK_MS, () => {
    const nowMs = clock.now()
    const jumped = environment.onWake !== undefined && nowMs - tickMs > JUMP_MS
    tickMs = nowMs
    if (jumped) on.jump()
    on.tick(nowMs)
    if (jumped) on.wake()
  })
  const stopWakes = environment.onWake?.(() => {
    on.jump()
    on.wake()
  })
  return () => {
    stopTicks()
    stopWakes?.()
  }
}
