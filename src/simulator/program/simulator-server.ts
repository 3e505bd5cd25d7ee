import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { firstComplaint } from '../../contract/complaint.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createKeyring, keysByHash } from '../../server/contract/accounts/keyring.ts'
import { NO_LIMITS, simulatorPolicy, UPSTREAM_LIMITS } from '../../server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../../server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../../server/contract/contract-server.ts'
import { SIMULATED_HEADER } from '../../server/contract/http/answers.ts'
import { refuseUpgrade } from '../../server/contract/sockets/refuse-upgrade.ts'
import type { Source } from '../../server/sources/source.ts'
import { createFaults, faultsSchema } from './faults.ts'

/** The documented upstream, with limits and key check, over simulated data. */
export function createSimulatorServer(deps: {
  source: Source
  clock: Clock
  /** Signs tokens. */
  secret: string | Uint8Array
  /** Accepted keys; without any every well-formed key is accepted as an application. */
  keys?: readonly string[]
  unlimited?: boolean
  faults?: boolean
  log: Logger
}) {
  const { source, clock, secret, keys = [], unlimited = false, log } = deps
  const faults = deps.faults ? createFaults() : null
  const keyring = createKeyring({
    keys: keys.length > 0 ? keysByHash(keys) : 'any',
    tokens: createTokenIssuer({ secret, clock }),
    limits: unlimited ? NO_LIMITS : UPSTREAM_LIMITS,
  })
  const contract = createContractServer({
    source: faults ? faults.wrap(source) : source,
    clock,
    policy: simulatorPolicy(keyring, { unlimited }),
    log,
  })

  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header(SIMULATED_HEADER, 'true')
    c.header('cache-control', 'no-store')
  })
  app.get('/simulator/status', (c) =>
    c.json({
      simulated: true,
      now: formatUtc(clock.now()),
      unlimited,
      faults: faults?.current() ?? null,
      applications: contract.ledger(),
      sockets: contract.viewers(),
      counters: contract.counters(),
    }),
  )
  if (faults) {
    app.post('/simulator/faults', async (c) => {
      const wanted = faultsSchema.safeParse(await c.req.json().catch(() => null))
      if (!wanted.success) return c.json({ detail: firstComplaint(wanted.error) }, 400)
      const closeCode = faults.set(wanted.data)
      if (closeCode !== null) contract.closeAll(closeCode, 'injected fault')
      return c.json(faults.current())
    })
    for (const prefix of ['/fast-lightning/*', '/fast-metar/*', '/v1/*']) app.use(prefix, faults.middleware)
  }
  app.route('/', contract.app)

  return {
    /** The contract plus `/simulator/status` (and `/simulator/faults` if enabled). */
    app,
    /** Handles the upgrades of an HTTP server; the returned function detaches. */
    attach(server: Server): () => void {
      const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (faults?.refuses(socket) || contract.handleUpgrade(request, socket, head)) return
        refuseUpgrade(socket)
      }
      server.on('upgrade', onUpgrade)
      return () => server.off('upgrade', onUpgrade)
    },
    close: contract.close,
  }
}
