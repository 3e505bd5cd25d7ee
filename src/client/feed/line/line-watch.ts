import type { Environment } from '../../session/environment.ts'

const TICK_MS = 1_000
/** More time than passes between two ticks of an awake page, even a hidden one (browsers give those one a minute). */
const JUMP_MS = 90_000

/**
 * Ticks each second, and tells when the machine may have slept: by the environment's word, or because far more time
 * passed between two ticks. Where the environment has no such word, as on a server, a machine never sleeps: a jump is its
 * clock that was put right. The answer stops it.
 */
export function watchLine(
  environment: Pick<Environment, 'clock' | 'onWake'>,
  on: {
    /** Before `tick`, where it jumped. */
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
