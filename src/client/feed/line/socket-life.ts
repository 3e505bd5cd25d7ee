import type { Clock } from '../../../core/time/clock.ts'

/** How often a silent socket is asked for a sign of life, where the platform can: whoever watches it looks each second. */
const PROBE_EVERY_MS = 9_500
/** A socket that has answered such a question is dead when it answers none for this long. */
const PROBED_SILENCE_MS = 25_000

/** When something last showed that an open socket lives, and how long it may be silent. */
export interface SocketLife {
  opened(): void
  heard(): void
  /** It answered a probe, so it will answer the next ones. */
  probeAnswered(): void
  /** Its server told the state of its source, and so will do so again and again. */
  statusTold(): void
  silentMs(): number
  /** True for one that has been silent for too long; asks others for a sign of life when it is time. */
  isDead(): boolean
}

export function createSocketLife(deps: {
  clock: Clock
  /** Silence after which it is dead, and the same for one whose server has told the state of its source. */
  silenceMs: number
  silenceWithStatusMs?: number
  /** Asks for a sign of life below the messages, where that says anything. */
  probe(): void
}): SocketLife {
  const { clock, silenceWithStatusMs, probe } = deps
  let { silenceMs } = deps
  let heardMs = 0 // monotonic, as is the next
  let probedMs = 0

  const silentMs = () => clock.monotonicMs() - heardMs

  function heard(): void {
    heardMs = clock.monotonicMs()
  }

  function probeNow(): void {
    probedMs = clock.monotonicMs()
    probe()
  }

  return {
    opened() {
      heard()
      probeNow() // to learn whether it answers
    },
    heard,
    probeAnswered() {
      heard()
      silenceMs = Math.min(silenceMs, PROBED_SILENCE_MS)
    },
    statusTold() {
      silenceMs = Math.min(silenceMs, silenceWithStatusMs ?? silenceMs)
    },
    silentMs,
    isDead() {
      if (silentMs() > silenceMs) return true
      if (clock.monotonicMs() - Math.max(heardMs, probedMs) >= PROBE_EVERY_MS) probeNow()
      return false
    },
  }
}
