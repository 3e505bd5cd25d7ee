import type { Environment } from '../../client/session/environment.ts'
import { CLOSE_TOO_MANY_SOCKETS } from '../../contract/close-codes.ts'
import { stringifyJsonExact } from '../../contract/json-exact.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { configOf, UPSTREAM } from '../app-server-kit.ts'
import { createFakeSockets, FakeSocket } from '../fakes/fake-socket.ts'
import { FakeStrikeServer } from '../fakes/fake-strike-server.ts'

const LATENCY_MS = 20

/** The configuration of a process that has this one as its upstream, and shares it. */
export const fakeUpstreamConfig = () =>
  configOf({ ...UPSTREAM, NATS_URL: 'nats://nats.example.com', TOKEN_SECRET: 'the same secret in each process' })

/** An upstream on a fake clock that gives one key three sockets, and counts those that it refused, and requests. */
export function createFakeUpstream(clock: Clock) {
  const strikes = new FakeStrikeServer({ clock, latencyMs: LATENCY_MS })
  const reports = createFakeSockets()
  const seen = { refused: 0, requestsMs: [] as number[] }
  const held = () => strikes.sockets.held.length + reports.held.length

  /** The socket is accepted, and closed at once where a code is given. */
  function accept(socket: FakeSocket, closeCode?: number): FakeSocket {
    clock.after(LATENCY_MS, () => {
      if (!socket.closed) socket.accept()
      if (closeCode !== undefined) socket.drop(closeCode)
    })
    return socket
  }

  async function answer(url: URL): Promise<unknown> {
    if (url.pathname.endsWith('/token'))
      return { token: 'ft-1', expires_at: new Date(clock.now() + 300_000).toISOString(), simulated: true }
    if (url.pathname !== LIGHTNING_PATHS.strikes) return { data: [] }
    const minutes = Number(url.searchParams.get('minutes') ?? 1)
    const { records } = await strikes.api.strikes(minutes)
    const [from, to] = [clock.now() - minutes * 60_000, clock.now()].map((ms) => new Date(ms).toISOString())
    return { minutes, from, to, checked_at: to, count: records.length, buckets: [], data: records }
  }

  const environment: Pick<Environment, 'fetch' | 'openSocket'> = {
    async fetch(url) {
      seen.requestsMs.push(clock.monotonicMs())
      await delay(clock, LATENCY_MS)
      return new Response(stringifyJsonExact(await answer(new URL(url))))
    },
    openSocket(url, headers) {
      if (held() >= SOCKETS_PER_APPLICATION) {
        seen.refused++
        return accept(new FakeSocket(url, headers), CLOSE_TOO_MANY_SOCKETS)
      }
      if (url.endsWith(LIGHTNING_PATHS.socket)) return strikes.openSocket(url, headers)
      return accept(reports.openSocket(url, headers) as FakeSocket)
    },
  }
  return { strikes, reports, seen, held, environment }
}
