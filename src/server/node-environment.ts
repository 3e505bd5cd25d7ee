import { type ClientOptions, WebSocket } from 'ws'
import { handshakeAnswered } from '../client/feed/line/line-fault.ts'
import { type Environment, type Socket, UNHEARD } from '../client/session/environment.ts'
import { CLOSE_UNAUTHORISED } from '../contract/close-codes.ts'
import { systemClock } from '../core/time/clock.ts'
import { feedOf } from './event-loop/feed-of.ts'
import { workLabels } from './event-loop/work-labels.ts'
import { guardReach } from './guarded-reach.ts'

const HANDSHAKE_MS = 10_000
/** A backfill of an outbreak in one frame, with a margin. */
const PAYLOAD_MAX_BYTES = 64 * 1024 * 1024
const CLOSE_ABNORMAL = 1006

/** Network access of sockets; tests replace it. */
type Reach = Pick<ClientOptions, 'createConnection' | 'perMessageDeflate'>

/** The production environment: sockets with headers. */
export function createNodeEnvironment(reach: Reach = {}): Environment {
  return {
    clock: systemClock,
    random: Math.random,
    // The key is sent only to the configured address; a redirect would bypass the rate limit.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
    openSocket: (url, headers) => openSocket(url, headers, reach),
    guarded(mayReach) {
      const guarded = guardReach(mayReach)
      return {
        fetch: (url, init) => guarded.fetch(url, { ...init, redirect: 'manual' }),
        openSocket: (url, headers) =>
          openSocket(url, headers, { ...reach, createConnection: guarded.createConnection(url) }),
      }
    },
  }
}

function openSocket(url: string, headers: Record<string, string>, reach: Reach): Socket {
  const inner = new WebSocket(url, {
    // `ws` compresses through one queue per process, so our messages would wait behind those for viewers.
    perMessageDeflate: false,
    ...reach,
    headers,
    maxPayload: PAYLOAD_MAX_BYTES,
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false, // keeps the key at the configured address
  })
  const socket: Socket = {
    send: (text) => inner.send(text),
    close: (code, reason) => inner.close(code, reason),
    ping: () => inner.ping(),
    ...UNHEARD,
  }
  let failure: { code: number; reason: string } | null = null
  inner.on('open', () => socket.onopen?.())
  const feed = feedOf(new URL(url).pathname)
  inner.on('message', (data) => workLabels.run(feed, () => socket.onmessage?.(data.toString())))
  inner.on('pong', () => socket.onpong?.())
  // The close event follows; without a listener the process would exit.
  inner.on('error', (error) => {
    failure ??= { code: CLOSE_ABNORMAL, reason: errorCode(error) }
  })
  inner.on('unexpected-response', (_request, response) => {
    const { statusCode = 0 } = response
    const unauthorised = statusCode === 401 || statusCode === 403
    failure = {
      code: unauthorised ? CLOSE_UNAUTHORISED : CLOSE_ABNORMAL,
      reason: handshakeAnswered(statusCode),
    }
    response.resume()
    inner.terminate()
  })
  inner.on('close', (code, reason) => {
    const words = reason.toString()
    if (code === CLOSE_ABNORMAL && failure) socket.onclose?.(failure.code, failure.reason)
    else socket.onclose?.(code, words)
  })
  return socket
}

/** Code such as `ECONNREFUSED`; the message may contain an address. */
function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
