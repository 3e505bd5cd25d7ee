import type { Clock } from '../../../core/time/clock.ts'

/** Ping interval of a silent socket, if the platform supports it; checked each second. */
const PROBE_EVERY_MS = 9_500
/** A socket that has answered a ping is dead after this time without an answer. */
const PROBED_SILENCE_MS = 25_000

/** Last sign of life of an open socket, and its timeout. */
export function createSocketLife(deps: {
  clock: Clock
  /** Timeout of silence, and the one for a server that repeats the state of its source. */
  silenceMs: number
  silenceWithStatusMs?: number
  /** Sends a ping, if the platform supports it. */
  probe(): void
}) {
  const { clock, silenceWithStatusMs, probe } = deps
  let { silenceMs } = deps
  let heardMs = 0 // monotonic, like the next
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
    opened(): void {
      heard()
      probeNow() // learns whether pings are answered
    },
    heard,
    /** It answered a ping, so it will answer the next ones. */
    probeAnswered(): void {
      heard()
      silenceMs = Math.min(silenceMs, PROBED_SILENCE_MS)
    },
    /** Its server sends the state of its source repeatedly. */
    statusTold(): void {
      silenceMs = Math.min(silenceMs, silenceWithStatusMs ?? silenceMs)
    },
    silentMs,
    /** True after too long a silence; pings when due. */
    isDead(): boolean {
      if (silentMs() > silenceMs) return true
      if (clock.monotonicMs() - Math.max(heardMs, probedMs) >= PROBE_EVERY_MS) probeNow()
      return false
    },
  }
}
