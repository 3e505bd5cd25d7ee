import type { Environment, Socket } from '../../client/session/environment.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Lease } from './lease.ts'

/**
 * Requests are sent only this soon after a renewal, which is due each second: a holder whose lease lapses has sent its last one
 * seconds before another process gains it.
 */
export const SENDS_WITHIN_MS = 2_000
/** Requests of the previous holder count at the upstream for a second after that; they may also be in transit for two seconds. */
export const QUIET_MS = SENDS_WITHIN_MS + 1_100
/** Sockets outlast the lease by this much. Another holder whom they leave no place is refused by the upstream, and tries again. */
const GRACE_MS = 30_000
/** While no NATS server is there nobody else can become the holder; later ones could not fill a longer gap by REST. */
export const GRACE_WITHOUT_NATS_MS = 5 * MINUTE_MS

/** What a process may do at the upstream by its lease. */
export interface Fence {
  /** Whether it may send a REST request at this moment. */
  mayAsk(): boolean
  /** Whether it may have sockets at this moment. Where not, those that are open are to be closed. */
  mayHoldSockets(): boolean
  /** The given one behind the fence. */
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
  const grace = createGrace(environment.clock, isEngineGone)
  const mayHoldSockets = () => grace.lasts(lease.lapsedMs())
  const fenced = fenceEnvironment(environment, { request: mayAsk, socket: mayHoldSockets })
  return { mayAsk, mayHoldSockets, environment: fenced }
}

function createGrace(clock: Pick<Clock, 'monotonicMs'>, isEngineGone: () => boolean) {
  let goneMs = Number.NEGATIVE_INFINITY // monotonic
  return {
    /** Whether sockets may be held by a lease that lapsed so long ago. */
    lasts(lapsedMs: number): boolean {
      const nowMs = clock.monotonicMs()
      const isGone = isEngineGone()
      if (isGone) goneMs = nowMs
      if (lapsedMs <= GRACE_MS) return true
      return lapsedMs <= GRACE_WITHOUT_NATS_MS + (isGone ? 0 : GRACE_MS) && nowMs - goneMs <= GRACE_MS
    },
  }
}

/** What of the upstream may be reached at a moment. */
interface MayReach {
  request(): boolean
  socket(): boolean
}

/**
 * Lets nothing out while `mayReach` says no: asked when a request or a socket would go, and again once its connection stands, so that
 * a process that slept while another one took its place does neither.
 */
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
