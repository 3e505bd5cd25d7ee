import type { Feed, FeedEvent } from '../../client/feed/feed.ts'
import { createReportFeed } from '../../client/feed/report-feed.ts'
import { createStrikeFeed } from '../../client/feed/strike-feed.ts'
import { createStrikeHistory } from '../../client/history/strike-history.ts'
import { createContractApi } from '../../client/http/api.ts'
import { createContractHttp } from '../../client/http/contract-http.ts'
import { createServerClock } from '../../client/session/server-clock.ts'
import { createTokenSource, type Token } from '../../client/session/token-source.ts'
import type { Product } from '../../contract/auth.ts'
import { parseJson } from '../../contract/json/json-mend.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { TOKEN_VALIDITY_MS } from '../../contract/limits.ts'
import { METAR_PATHS, reportIdentity } from '../../contract/metar.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import { seededRandom } from '../../core/util/random.ts'
import { LiveStrikeStore } from '../../page/live/strikes/live-strike-store.ts'
import type { Relay } from './fault-relay.ts'
import { pageIdentity } from './scripted-upstream.ts'
import type { Wire } from './wire.ts'

const ORIGIN = 'http://relay.test'

/** Counts of each record by identity; every reported gap; and the unfilled ones. */
function follow<R>(feed: Feed<FeedEvent<R>>, identity: (record: R) => string) {
  const seen = new Map<string, number>()
  const gaps: Span[] = []
  const lost = new Spans([])
  feed.subscribe((event) => {
    if (event.kind === 'records') {
      for (const id of event.records.map(identity)) seen.set(id, (seen.get(id) ?? 0) + 1)
    } else if (event.kind === 'gap') {
      gaps.push({ fromMs: event.fromMs, toMs: event.toMs })
      lost.add(event.fromMs, event.toMs)
    } else if (event.kind === 'observed') {
      lost.remove(event.fromMs, event.toMs)
    }
  })
  return { seen, gaps, lost }
}

/** A screen: the page's own client, put together as the page does it. */
export function createFaultViewer(options: { clock: Clock; wire: Wire; relay: () => Relay; name: string }) {
  const { wire, relay, name } = options
  const clock = createServerClock(options.clock)
  const environment = { clock, random: seededRandom(name), fetch: wire.fetch, openSocket: wire.openSocket }
  const tokenSource = (product: Product) =>
    createTokenSource<Token>({
      clock,
      async mint() {
        const { token } = relay().tokens.issue(product, name)
        return { value: token, expiresAtMs: clock.now() + TOKEN_VALIDITY_MS }
      },
    })
  const tokens = {
    lightning: tokenSource('lightning'),
    metar: tokenSource('metar'),
    standard: tokenSource('standard'),
  }
  const tokenOf = async (product: Product) => (await tokens[product].get()).value
  const http = createContractHttp({
    environment,
    bases: { standard: ORIGIN, special: ORIGIN },
    credential: tokenOf,
    dropCredential: (product, refused) => tokens[product].drop(refused),
    gate: null,
    parse: parseJson,
    onServerDate: clock.observe,
  })
  const line = (product: 'lightning' | 'metar', path: string) => ({
    environment,
    api: createContractApi(http, { clock }),
    parse: parseJson,
    dropToken: () => tokens[product].drop(),
    address: async () => ({ url: `ws://relay.test${path}?token=${await tokenOf(product)}`, headers: {} }),
  })
  const history = createStrikeHistory({
    environment,
    baseUrl: ORIGIN,
    credential: () => tokenOf('lightning'),
    dropCredential: (refused) => tokens.lightning.drop(refused),
  })
  const strikes = createStrikeFeed({ ...line('lightning', LIGHTNING_PATHS.socket), history })
  const reports = createReportFeed(line('metar', METAR_PATHS.parsedSocket))
  const page = new LiveStrikeStore({ strikes, clock })
  strikes.subscribe((event) => page.take(event))

  return {
    wire,
    clock,
    strikes,
    reports,
    /** The records of the page, and the periods that it calls observed. */
    page,
    had: { strikes: follow(strikes, pageIdentity), reports: follow(reports, reportIdentity) },
    states: () => ({ strikes: strikes.status().state, reports: reports.status().state }),
    start() {
      strikes.start()
      reports.start()
    },
    close() {
      strikes.close()
      reports.close()
    },
  }
}
export type Viewer = ReturnType<typeof createFaultViewer>
