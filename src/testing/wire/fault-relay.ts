import { Hono } from 'hono'
import { type Logger, pino } from 'pino'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createKeyring } from '../../server/contract/accounts/keyring.ts'
import { RELAY_LIMITS, relayPolicy } from '../../server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../../server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../../server/contract/contract-server.ts'
import { createSqliteHistory } from '../../server/history/sqlite/sqlite-history.ts'
import { recordSource } from '../../server/sources/recorder.ts'
import { datedBySource } from '../../server/sources/source-clock.ts'
import { openUpstreamSource } from '../../server/sources/upstream/open-upstream-source.ts'
import { createForgetfulHistory } from '../fakes/forgetful-history.ts'
import type { Wire } from './wire.ts'

/** A path where no folder can be created. */
const NO_FOLDER = '/dev/null/history'
export const HISTORY_FILE = 'relay.sqlite'
const SILENT = pino({ level: 'silent' })

/** A relay with its upstream at the far end of `line`. */
export async function openFaultRelay(options: {
  clock: Clock
  line: Wire
  apiKey: string
  seed: string
  maxBufferedBytes?: number
  historyDir?: string | null
  log?: Logger
  /** Called with every strike that the relay sends. */
  emitted(records: readonly StrikeRecord[]): void
}) {
  const { clock, line, seed, maxBufferedBytes, historyDir, log = SILENT } = options
  const history =
    historyDir !== undefined
      ? createSqliteHistory({ dir: historyDir ?? NO_FOLDER, name: HISTORY_FILE, hours: 72, clock, log })
      : null
  const source = await openUpstreamSource({
    environment: { clock, random: seededRandom(seed), fetch: line.fetch, openSocket: line.openSocket },
    bases: { standard: 'http://upstream.test', special: 'http://upstream.test', specialWs: 'ws://upstream.test' },
    apiKey: options.apiKey,
    pointsPerDay: 20_000,
    delivery: 'relay',
    log,
    history: history ?? createForgetfulHistory(),
  })
  const tokens = createTokenIssuer({ secret: 'secret of the relay', clock })
  const keyring = createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS })
  const policy = relayPolicy(keyring, maxBufferedBytes === undefined ? {} : { maxBufferedBytes })
  const server = createContractServer({ source, clock, policy, log, history })
  const app = new Hono().use(datedBySource(source)).route('/', server.app)
  const stopRecording = history ? recordSource({ source, history, clock, log }) : null
  source.onStrikes((event) => event.kind === 'batch' && options.emitted(event.records))

  return {
    source,
    server: { ...server, app },
    tokens,
    history,
    async close() {
      const closed = server.close()
      await source.close()
      await stopRecording?.()
      await history?.close()
      return closed
    },
  }
}
export type Relay = Awaited<ReturnType<typeof openFaultRelay>>
