import { connect } from 'node:net'
import type { Clock } from '../../core/time/clock.ts'
import { LOOK_EVERY_MS } from './timing.ts'

const NATS_PORT = 4222

/**
 * Probes each server during an outage of the connection. If all refuse connections, no process can be the leader; a silent one may be
 * reachable for other processes.
 */
export function watchEngine(deps: {
  onStatus(listener: (type: string) => void): () => void
  servers: readonly string[]
  /** Never rejects. */
  isRefused?(url: string): Promise<boolean>
  clock: Clock
}) {
  const { onStatus, servers, isRefused = isServerRefused, clock } = deps
  let gone = false
  let isAway = false
  let asking = false

  async function look(): Promise<void> {
    if (asking || !isAway) return
    asking = true
    const refused = await Promise.all(servers.map(isRefused))
    asking = false
    gone = isAway && refused.every(Boolean)
  }

  const stopLooking = clock.every(LOOK_EVERY_MS, () => void look())
  const stop = onStatus((type) => {
    if (type !== 'disconnect' && type !== 'reconnect') return
    isAway = type === 'disconnect'
    gone = gone && isAway
    void look()
  })
  return {
    isGone: () => gone,
    close(): void {
      stop()
      stopLooking()
    },
  }
}

/** A server sends first. A connection that ends before was accepted by a proxy without a server behind it. */
export function isServerRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || NATS_PORT) })
    const say = (refused: boolean) => {
      resolve(refused)
      socket.destroy()
    }
    socket.setTimeout(2 * LOOK_EVERY_MS, () => say(false))
    socket.once('data', () => say(false))
    socket.once('end', () => say(true))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => say(code === 'ECONNREFUSED' || code === 'ECONNRESET'))
    socket.once('close', () => say(true))
  })
}
