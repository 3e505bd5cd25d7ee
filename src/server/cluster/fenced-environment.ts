import type { Environment, Socket } from '../../client/session/environment.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Lease } from './lease.ts'

/**
 * Requests are sent only this soon after a renewal, which is due each second: a holder whose lease lapses has sent its last one
 * seconds before another process gains it.
 */
export const SENDS_WITHIN_MS = 2_000
/** Requests of the previous holder count at the upstream for a second after that; they may also be in transit for two seconds. */
export const QUIET_MS = SENDS_WITHIN_MS + 1_100
/** Sockets outlast a lapsed lease by this time. The upstream may refuse one of the next holder meanwhile, which retries. */
const GRACE_MS = 30_000
/** Without any NATS server no process can become the holder. REST could fill a gap of up to five minutes. */
export const GRACE_WITHOUT_NATS_MS = 5 * MINUTE_MS

/** Limits access to the upstream by a lease. */
export interface Fence {
  mayAsk(): boolean
  /** Whether sockets may be open now. */
  mayHoldSockets(): boolean
  /** Refuses requests and sockets that may not be. */
  environment: Environment
}

export function createFence(deps: {
  environment: Environment
  lease: Pick<Lease, 'ageMs' | 'aloneMs' | 'lapsedMs'>
  /** Whether every NATS server refuses connections. */
  isEngineGone(): boolean
}): Fence {
  const { environment, lease, isEngineGone } = deps
  const mayAsk = () => lease.ageMs() < SENDS_WITHIN_MS && lease.aloneMs() >= QUIET_MS
  let goneMs = Number.NEGATIVE_INFINITY // monotonic
  function mayHoldSockets(): boolean {
    const nowMs = environment.clock.monotonicMs()
    const lapsedMs = lease.lapsedMs()
    const isGone = isEngineGone()
    if (isGone) goneMs = nowMs
    if (lapsedMs <= GRACE_MS) return true
    return lapsedMs <= GRACE_WITHOUT_NATS_MS + (isGone ? 0 : GRACE_MS) && nowMs - goneMs <= GRACE_MS
  }
  const fenced = fenceEnvironment(environment, { request: mayAsk, socket: mayHoldSockets })
  return { mayAsk, mayHoldSockets, environment: fenced }
}

interface MayReach {
  request(): boolean
  socket(): boolean
}

/** Checks `mayReach` for each request and socket, and again after connecting, as the process may have slept meanwhile. */
export function fenceEnvironment(environment: Environment, mayReach: MayReach): Environment {
  const { fetch } = environment.guarded?.(mayReach.request) ?? environment
  const { openSocket } = environment.guarded?.(mayReach.socket) ?? environment
  return {
    ...environment,
    async fetch(url, init) {
      if (!mayReach.request()) throw new TypeError('request refused: this process does not hold the lease')
      return fetch(url, init)
    },
    openSocket: (url, headers) => (mayReach.socket() ? openSocket(url, headers) : closedSocket()),
  }
}

const CLOSE_ABNORMAL = 1006

function closedSocket(): Socket {
  const socket: Socket = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null }
  queueMicrotask(() => socket.onclose?.(CLOSE_ABNORMAL, 'this process does not hold the lease'))
  return socket
}
