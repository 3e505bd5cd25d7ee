import type { Server } from 'node:http'
import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { API_PATHS } from '../../contract/api-paths.ts'
import type { Product } from '../../contract/auth.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import type { Clock } from '../../core/time/clock.ts'
import { createWorkScheduler, type WorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import type { Source } from '../sources/source.ts'
import { sourceClock } from '../sources/source-clock.ts'
import type { UsageExchange } from '../web/usage-exchange.ts'
import { type AccountEntry, createAccounts } from './accounts/accounts.ts'
import { socketAddress } from './accounts/credentials.ts'
import type { ContractPolicy } from './accounts/policy.ts'
import { mountHistoryRoutes } from './history/history-routes.ts'
import { createPastAnswers, type PastAnswers } from './history/past-answers.ts'
import { mountReportHistoryRoutes } from './history/report-history-routes.ts'
import { complain, marked } from './http/answers.ts'
import { noSuchPath, readFailure } from './http/failures.ts'
import { type Admitted, createGate, type Gate, type GateCounters } from './http/gate.ts'
import type { HeldFires } from './http/held-fires.ts'
import { mountSpecialRoutes } from './http/special-routes.ts'
import { mountStandardRoutes } from './http/standard-routes.ts'
import { createJoinAnswers } from './sockets/join-answers.ts'
import { createLightningChannel } from './sockets/lightning-channel.ts'
import { createLogPlaces, NO_PLACES } from './sockets/log-places.ts'
import type { ReplayCounters } from './sockets/replays.ts'
import { createReportChannel } from './sockets/report-channel.ts'
import { createSockets, type SocketCounters, type Sockets } from './sockets/sockets.ts'

const PREFIXES = ['/fast-lightning/*', '/fast-metar/*', '/v1/*']
const HISTORY = [`${API_PATHS.strikes}/*`, API_PATHS.reports]

export interface ContractServerDeps {
  /** Started and closed by the caller. */
  source: Source
  clock: Clock
  policy: ContractPolicy
  log: Logger
  /** Earlier records of the source; null without a history. */
  history?: History | null
  /** Caches fire responses for other viewers; null without a cache. */
  heldFires?: HeldFires | null
  /** Called once a batch has been sent to all its subscribers. */
  onStrikesSent?: (records: readonly StrikeRecord[]) => void
  /** Set if several processes share viewer limits. */
  others?: UsageExchange | undefined
  /** The client address for rate limits; behind a proxy it reads the forwarding headers. */
  addressOf?: (c: Context) => string
}

export interface ContractServer
  extends Pick<Sockets, 'handleUpgrade' | 'viewers' | 'hasRoom' | 'unsentBytes' | 'closeAll'> {
  /**
   * HTTP endpoints of both documents, to be mounted at the root of another Hono app (`other.route('/', app)`) or served
   * directly.
   */
  app: Hono<Admitted>
  /** Guards our own endpoints with the same credentials and limits. */
  gate: Gate
  /** Scheduler and limits for history work, shared by our own endpoints and the contract's. */
  past: { turns: WorkScheduler; answers: PastAnswers }
  /** WebSocket endpoints, for an HTTP server without others; the returned function detaches. */
  attach(server: Server): () => void
  counters(): {
    http: GateCounters & { pastRefused: number }
    sockets: SocketCounters
    replayed: ReplayCounters
  }
  /** Usage by application. */
  ledger(): AccountEntry[]
  /** Closes every socket with 1012, in slices, and detaches from the source. Idempotent. */
  close(): Promise<void>
}

/** The contract, HTTP and sockets, over any source. */
export function createContractServer(deps: ContractServerDeps): ContractServer {
  const { source, clock, policy, log, history = null, heldFires = null, addressOf = socketAddress } = deps
  const accounts = createAccounts(clock, deps.others)
  const counters = countersAtZero()
  const gate = createGate({ policy, accounts, counters: counters.http })

  const app = new Hono<Admitted>()
  for (const prefix of [...PREFIXES, ...HISTORY])
    app.use(
      prefix,
      marked(() => source.simulated),
    )
  const dated = sourceClock(source, clock)
  const places = policy.extensions ? createLogPlaces(source) : NO_PLACES
  const joins = createJoinAnswers({ source, clock: dated, places })
  const turns = createWorkScheduler(clock)
  mountSpecialRoutes(app, { source, joins, clock, policy, gate, addressOf })
  mountStandardRoutes(app, { source, policy, gate, heldFires })
  const past = createPastAnswers(counters.http)
  if (history) {
    mountHistoryRoutes(app, { history, source, clock: dated, gate, log, turns, past })
    mountReportHistoryRoutes(app, { history, clock, gate, log, turns, past })
  }
  const methods = new Map(app.routes.filter(({ method }) => method !== 'ALL').map(({ path, method }) => [path, method]))
  for (const path of [LIGHTNING_PATHS.socket, METAR_PATHS.rawSocket, METAR_PATHS.parsedSocket]) {
    methods.set(path, 'websocket')
  }
  for (const prefix of PREFIXES) app.all(prefix, (c) => complain(c, productOf(c), noSuchPath(c, methods)))
  app.onError((error, c) => {
    const failure = readFailure(error)
    if (failure.status >= 500) log.error({ path: c.req.path, error: error.message }, 'contract request failed')
    return complain(c, productOf(c), failure)
  })

  const extensions = policy.extensions
  const sockets = createSockets({
    channels: [
      createLightningChannel({
        source,
        clock,
        extensions,
        history,
        turns,
        places,
        replayed: counters.replayed,
        onSent: deps.onStrikesSent,
      }),
      createReportChannel({ source, clock, extensions, places, parsed: false }),
      createReportChannel({ source, clock, extensions, places, parsed: true }),
    ],
    clock,
    policy,
    accounts,
    counters: counters.sockets,
    log,
  })

  return {
    ...sockets,
    app,
    gate,
    past: { turns, answers: past },
    counters: () => structuredClone(counters),
    ledger: accounts.entries,
    async close() {
      joins.close()
      places.close()
      await sockets.close()
      turns.close()
    },
  }
}

function countersAtZero() {
  return {
    replayed: { inTime: 0, late: 0 },
    http: { requests: 0, unauthorised: 0, rateLimited: 0, pastRefused: 0 },
    sockets: {
      slowClosed: 0,
      noisyClosed: 0,
      messagesIgnored: 0,
      unauthorised: 0,
      refused: 0,
      full: 0,
      sent: { messages: 0, bytes: 0 },
    },
  }
}

function productOf(c: Context): Product {
  if (c.req.path.startsWith('/v1/')) return 'standard'
  return c.req.path.startsWith('/fast-metar/') ? 'metar' : 'lightning'
}
