import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { constants, deflateRawSync } from 'node:zlib'
import type { WebSocket } from 'ws'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/**
 * Text messages that are framed once, and compressed once, for any number of sockets. The frames are written beside
 * `ws`, which keeps the handshake, the reading and the closing: its own `send` would deflate each message anew for every
 * socket. That is sound because the server negotiates `server_no_context_takeover`, so each message stands alone.
 */

/** Below this a compressed message saves less than its work, where it is made for everybody. */
const COMPRESS_FROM_BYTES = 1_024

/** A message ready for the wire. */
export interface Frame {
  readonly plain: Buffer
  /** Made when first asked for; the plain one where compressing would not pay. */
  deflated(): Buffer
}

/** Frames `text` as one unmasked text message (RFC 6455 §5.2), compressed where it has so many bytes. */
export function textFrame(text: string, compressFromBytes = COMPRESS_FROM_BYTES): Frame {
  const payload = Buffer.from(text)
  const plain = frame(payload, false)
  let deflated: Buffer | undefined
  return {
    plain,
    deflated() {
      deflated ??= payload.length < compressFromBytes ? plain : frame(deflate(payload), true)
      return deflated
    },
  }
}

const FIN = 0x80
const COMPRESSED = 0x40
const TEXT = 0x01

function frame(payload: Buffer, compressed: boolean): Buffer {
  const length = payload.length
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(headerLength + length)
  bytes[0] = FIN | TEXT | (compressed ? COMPRESSED : 0)
  if (headerLength === 2) {
    bytes[1] = length
  } else if (headerLength === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(bytes, headerLength)
  return bytes
}

/** RFC 7692 §7.2.1: raw deflate, flushed, without the flush's last four bytes. */
function deflate(payload: Buffer): Buffer {
  return deflateRawSync(payload, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)
}

/** A socket that had something unsent at every message for this long does not keep up, however little it is. */
const BEHIND_AT_MOST_MS = MINUTE_MS

/** The sending half of one socket. */
export interface Outlet {
  /**
   * Queues a frame. `too-slow` where the socket's unsent bytes pass the bound, or have not all gone for a minute;
   * `closed` where it is no longer open.
   */
  write(frame: Frame): 'sent' | 'closed' | 'too-slow'
  /** False where something is unsent, and nothing of it has left since a minute before. */
  stillReads(): boolean
}

export function createOutlet(
  ws: WebSocket,
  socket: Duplex,
  options: { clock: Clock; deflates: boolean; maxBufferedBytes: number; sent: { messages: number; bytes: number } },
): Outlet {
  let behindSinceMs = Number.POSITIVE_INFINITY
  let handedBytes = 0
  let seen = { leftBytes: -1, atMs: 0 }

  return {
    stillReads() {
      const nowMs = options.clock.monotonicMs()
      const leftBytes = handedBytes - socket.writableLength
      if (leftBytes > seen.leftBytes) seen = { leftBytes, atMs: nowMs }
      return nowMs - seen.atMs <= BEHIND_AT_MOST_MS
    },
    write(message) {
      if (ws.readyState !== ws.OPEN || socket.destroyed) return 'closed'
      const unsentBytes = socket.writableLength
      if (unsentBytes === 0) behindSinceMs = Number.POSITIVE_INFINITY
      else {
        const nowMs = options.clock.monotonicMs()
        behindSinceMs = Math.min(behindSinceMs, nowMs)
        if (unsentBytes > options.maxBufferedBytes || nowMs - behindSinceMs > BEHIND_AT_MOST_MS) return 'too-slow'
      }
      const bytes = options.deflates ? message.deflated() : message.plain
      socket.write(bytes)
      handedBytes += bytes.length
      options.sent.messages++
      options.sent.bytes += bytes.length
      return 'sent'
    },
  }
}

/**
 * Whether the shared compressed frames can be read by this client: it negotiated compression, and did not ask for a
 * smaller window than they are made with.
 */
export function canInflate(ws: WebSocket, request: IncomingMessage): boolean {
  if (!ws.extensions.includes('permessage-deflate')) return false
  return !/server_max_window_bits/i.test(String(request.headers['sec-websocket-extensions']))
}
