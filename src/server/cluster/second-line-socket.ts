import { type Socket, UNHEARD } from '../../client/session/environment.ts'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { readStrikes, type StrikeRecord } from '../../contract/lightning.ts'
import { readServerMessage, type ServerMessage } from '../../contract/messages.ts'
import type { Clock } from '../../core/time/clock.ts'
import { LIVE_WITHIN_MS, LOST_AFTER_MS } from './timing.ts'

/** Some seconds of an outbreak. Older strikes come by REST. */
const KEPT_CHARACTERS_MAX = 16_000_000
const SUBSCRIBE = '{"action":"subscribe"}'
const PONG = '{"action":"pong"}'

export type SecondLineSocket = ReturnType<typeof createSecondLineSocket>

/**
 * A subscribed socket of the lightning line. Its batches go to `onBatch` until a feed takes it over. `onEnd` is called when it closed, or
 * will be closed by the server for its age.
 */
export function createSecondLineSocket(deps: {
  socket: Socket
  onBatch(records: StrikeRecord[]): void
  onEnd(): void
  clock: Clock
}) {
  const { socket: inner, onBatch, onEnd, clock } = deps
  let kept: { text: string; atMs: number }[] = [] // monotonic
  let characters = 0
  let batchMs = Number.NEGATIVE_INFINITY // monotonic
  /** The first message of a subscription. */
  let subscribed: string | null = null
  let given: Socket | null = null
  let isRead = false

  function keep(text: string): void {
    const atMs = clock.monotonicMs()
    kept.push({ text, atMs })
    characters += text.length
    while (kept.length > 1 && (atMs - kept[0]!.atMs > LOST_AFTER_MS || characters > KEPT_CHARACTERS_MAX))
      characters -= kept.shift()!.text.length
  }

  function hear(text: string): void {
    const message = messageOf(text)
    if (message?.type === 'ping') inner.send(PONG)
    if (message?.type === 'server_notice' && !given) onEnd()
    if (message?.type === 'subscribed') subscribed = text
    if (message?.type !== 'new_strikes') return
    batchMs = clock.monotonicMs()
    keep(text)
    if (!given) onBatch(readStrikes(message.data, clock.now()).records)
  }

  inner.onopen = () => inner.send(SUBSCRIBE)
  inner.onmessage = (text) => (isRead ? given?.onmessage?.(text) : hear(text))
  inner.onclose = (code, reason) => {
    batchMs = Number.NEGATIVE_INFINITY
    if (given) given.onclose?.(code, reason)
    else onEnd()
  }
  inner.onpong = () => given?.onpong?.()

  const isLive = () => !given && clock.monotonicMs() - batchMs < LIVE_WITHIN_MS

  /** It is subscribed already. */
  function bring(): void {
    for (const text of [subscribed, ...kept.map((each) => each.text)]) if (text !== null) given?.onmessage?.(text)
    kept = []
    isRead = true
  }

  return {
    isLive,
    /** Hands it over as if it were about to open: the feed subscribes as usual, and gets the kept messages first. Null if it is not live. */
    take(): Socket | null {
      if (!isLive()) return null
      let isAsked = false
      given = {
        ...UNHEARD,
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
    close(): void {
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

/** Null if invalid. */
function messageOf(text: string): ServerMessage | null {
  try {
    const read = readServerMessage(parseJsonExact(text))
    return read.kind === 'message' ? read.message : null
  } catch {
    return null
  }
}
