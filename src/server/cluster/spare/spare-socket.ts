import type { Socket } from '../../../client/session/environment.ts'
import type { Clock } from '../../../core/time/clock.ts'

/** Longer than it takes until another process goes on: what came meanwhile is in here. */
const KEPT_MS = 5_000
/** Seconds of an outbreak; what is older is had from REST. */
const KEPT_CHARACTERS_MAX = 16_000_000
/** A batch comes each second, an empty one too. */
const BATCH_WITHIN_MS = 2_500
const SUBSCRIBE = '{"action":"subscribe"}'
const PONG = '{"action":"pong"}'

/** A subscribed socket of the lightning line that nobody reads: it keeps what it brought in the last seconds. */
export interface SpareSocket {
  /** Whether its batches come. */
  stands(): boolean
  /**
   * Hands it over as a socket that is about to open: who has it subscribes as ever, and is brought what was kept first. Null where it
   * does not stand. It belongs to that one from then on.
   */
  take(): Socket | null
  close(): void
}

/** `onEnd` hears once that it closed, or is about to be closed by the server for its age. */
export function createSpareSocket(deps: { socket: Socket; onEnd(): void; clock: Clock }): SpareSocket {
  const { socket: inner, onEnd, clock } = deps
  let kept: { text: string; atMs: number }[] = [] // monotonic
  let characters = 0
  let batchMs = Number.NEGATIVE_INFINITY // monotonic
  /** What whoever subscribes is told first. */
  let subscribed: string | null = null
  let given: Socket | null = null
  let isRead = false

  function keep(text: string): void {
    const atMs = clock.monotonicMs()
    kept.push({ text, atMs })
    characters += text.length
    while (kept.length > 1 && (atMs - kept[0]!.atMs > KEPT_MS || characters > KEPT_CHARACTERS_MAX))
      characters -= kept.shift()!.text.length
  }

  function hear(text: string): void {
    const type = typeOf(text)
    if (type === 'ping') inner.send(PONG)
    if (type === 'server_notice' && !given) onEnd()
    if (type === 'subscribed') subscribed = text
    if (type !== 'new_strikes') return
    batchMs = clock.monotonicMs()
    keep(text)
  }

  inner.onopen = () => inner.send(SUBSCRIBE)
  inner.onmessage = (text) => (isRead ? given?.onmessage?.(text) : hear(text))
  inner.onclose = (code, reason) => {
    batchMs = Number.NEGATIVE_INFINITY
    if (given) given.onclose?.(code, reason)
    else onEnd()
  }
  inner.onpong = () => given?.onpong?.()

  const stands = () => !given && clock.monotonicMs() - batchMs < BATCH_WITHIN_MS

  /** It is subscribed already. */
  function bring(): void {
    for (const text of [subscribed, ...kept.map((each) => each.text)]) if (text !== null) given?.onmessage?.(text)
    kept = []
    isRead = true
  }

  return {
    stands,
    take() {
      if (!stands()) return null
      let isAsked = false
      given = {
        ...{ onopen: null, onmessage: null, onclose: null, onpong: null },
        ...(inner.ping && { ping: () => inner.ping?.() }),
        send(text) {
          if (isAsked) return inner.send(text)
          isAsked = true
          queueMicrotask(bring)
        },
        close: (code, reason) => inner.close(code, reason),
      }
      queueMicrotask(() => given?.onopen?.())
      return given
    },
    close() {
      if (given) return
      inner.onclose = null
      inner.onmessage = null
      inner.onopen = null
      batchMs = Number.NEGATIVE_INFINITY
      kept = []
      try {
        inner.close(1000)
      } catch {
        // It is closed, or closing.
      }
    },
  }
}

function typeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type
  } catch {
    return undefined
  }
}
