import type { IncomingMessage } from 'node:http'
import { constants, deflateRawSync } from 'node:zlib'
import type { WebSocket } from 'ws'

/**
 * Text messages framed and compressed once for any number of sockets. Frames bypass the `send` of `ws`, which would
 * deflate each message for every socket; `ws` still handles handshake, reading and closing. This is valid because the
 * server negotiates `server_no_context_takeover`, so that messages are independent.
 */

/** Below this size compression saves less than it costs, for shared frames. */
const COMPRESS_FROM_BYTES = 1_024

/** A message in wire format. */
export interface Frame {
  readonly plain: Buffer
  /** Created on first use; the plain frame if compression does not pay. */
  deflated(): Buffer
}

/** Frames `text` as one unmasked text message (RFC 6455 §5.2), compressed from this size on. */
export function textFrame(text: string, compressFromBytes = COMPRESS_FROM_BYTES): Frame {
  const payload = Buffer.from(text)
  const { length } = payload
  const plain = frame(payload, false)
  let deflated: Buffer | undefined
  return {
    plain,
    deflated() {
      // `payload` is not kept: the plain frame has its bytes.
      deflated ??= length < compressFromBytes ? plain : frame(deflate(plain.subarray(-length)), true)
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
  // Not from Node's pool: a frame that waits for slow readers would keep a whole block of it.
  const bytes = Buffer.allocUnsafeSlow(headerLength + length)
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

/** RFC 7692 §7.2.1: raw deflate, flushed, without the last four bytes of the flush. */
function deflate(payload: Buffer): Buffer {
  return deflateRawSync(payload, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)
}

/** Whether the client can read shared compressed frames: it negotiated compression without a smaller window. */
export function canInflate(ws: WebSocket, request: IncomingMessage): boolean {
  if (!ws.extensions.includes('permessage-deflate')) return false
  return !/server_max_window_bits/i.test(String(request.headers['sec-websocket-extensions']))
}
