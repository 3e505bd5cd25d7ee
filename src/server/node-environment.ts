import { type ClientOptions, WebSocket } from 'ws'
import { handshakeAnswered } from '../client/feed/line/line-fault.ts'
import type { Environment, Socket } from '../client/session/environment.ts'
import { CLOSE_UNAUTHORISED } from '../contract/close-codes.ts'
import { systemClock } from '../core/time/clock.ts'
import { feedOf } from './event-loop/feed-of.ts'
import { workLabels } from './event-loop/work-labels.ts'
import { guardReach } from './guarded-reach.ts'

const HANDSHAKE_MS = 10_000
/** A join's worth of an outbreak in one frame, with room to spare. */
const PAYLOAD_MAX_BYTES = 64 * 1024 * 1024
const CLOSE_ABNORMAL = 1006

/** How sockets reach the network; a test may put a wire of its own in its place. */
type Reach = Pick<ClientOptions, 'createConnection' | 'perMessageDeflate'>

/** The real outside world of a server: sockets that carry headers. */
export function createNodeEnvironment(reach: Reach = {}): Environment {
  return {
    clock: systemClock,
    random: Math.random,
    // The key goes nowhere but where it was meant to, and a redirect would be a second request that no rate has seen.
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
    // What is compressed waits in one queue of `ws` for the whole process, behind whatever viewers send.
    perMessageDeflate: false,
    ...reach,
    headers,
    maxPayload: PAYLOAD_MAX_BYTES,
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false, // the key goes nowhere but where it was meant to
  })
  const socket: Socket = {
    send: (text) => inner.send(text),
    close: (code, reason) => inner.close(code, reason),
    ping: () => inner.ping(),
    onopen: null,
    onmessage: null,
    onclose: null,
    onpong: null,
  }
  let failure: { code: number; reason: string } | null = null
  inner.on('open', () => socket.onopen?.())
  const feed = feedOf(new URL(url).pathname)
  inner.on('message', (data) => workLabels.run(feed, () => socket.onmessage?.(data.toString())))
  inner.on('pong', () => socket.onpong?.())
  // What follows is the close; without a listener the process would end here.
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

/** `ECONNREFUSED` and the like; a message may hold an address. */
function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
