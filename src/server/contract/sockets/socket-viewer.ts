import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Viewer } from './channel.ts'
import type { Frame } from './fan-out.ts'

/** A socket with unsent bytes at every message for this time is too slow, however few they are. */
const BEHIND_AT_MOST_MS = MINUTE_MS

/** What all viewers of a server share. */
export interface Sending {
  clock: Clock
  maxBufferedBytes: number
  sent: { messages: number; bytes: number }
}

/**
 * The sending half of a socket. One object instead of closures: each batch visits every viewer, and memory that is no
 * longer in the processor's caches takes longer than the code.
 */
export class SocketViewer implements Viewer {
  readonly of: string
  readonly #ws: WebSocket
  readonly #socket: Duplex
  readonly #deflates: boolean
  readonly #sending: Sending
  readonly #onTooSlow: () => void
  /** Null while all bytes have been transmitted. */
  #behindSinceMs: number | null = null
  #handedBytes = 0
  #seen: { leftBytes: number; atMs: number } | null = null

  /** `onTooSlow` disconnects: the unsent bytes exceed the bound, or did not drain within a minute. */
  constructor(
    sending: Sending,
    { of, ws, socket, deflates }: { of: string; ws: WebSocket; socket: Duplex; deflates: boolean },
    onTooSlow: () => void,
  ) {
    this.of = of
    this.#ws = ws
    this.#socket = socket
    this.#deflates = deflates
    this.#sending = sending
    this.#onTooSlow = onTooSlow
  }

  /** Queues a frame; none if the socket is no longer open. */
  send(frame: Frame): void {
    const socket = this.#socket
    if (this.#ws.readyState !== this.#ws.OPEN || !socket.writable) return
    const unsentBytes = socket.writableLength
    if (unsentBytes === 0) this.#behindSinceMs = null
    else if (this.#isTooSlow(unsentBytes)) {
      this.#onTooSlow()
      return
    }
    const bytes = this.#deflates ? frame.deflated() : frame.plain
    socket.write(bytes)
    this.#handedBytes += bytes.length
    const { sent } = this.#sending
    sent.messages++
    sent.bytes += bytes.length
  }

  #isTooSlow(unsentBytes: number): boolean {
    const nowMs = this.#sending.clock.monotonicMs()
    this.#behindSinceMs ??= nowMs
    return unsentBytes > this.#sending.maxBufferedBytes || nowMs - this.#behindSinceMs > BEHIND_AT_MOST_MS
  }

  unsentBytes(): number {
    return this.#socket.writableLength
  }

  stillReads(): boolean {
    const nowMs = this.#sending.clock.monotonicMs()
    const leftBytes = this.#handedBytes - this.#socket.writableLength
    if (!this.#seen || leftBytes > this.#seen.leftBytes) this.#seen = { leftBytes, atMs: nowMs }
    const reads = nowMs - this.#seen.atMs <= BEHIND_AT_MOST_MS
    if (!reads) this.#onTooSlow()
    return reads
  }
}
