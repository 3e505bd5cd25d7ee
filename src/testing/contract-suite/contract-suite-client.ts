import type { Product } from '../../contract/auth.ts'
import { TOKEN_PATHS, TOKEN_QUERY_PARAM } from '../../contract/auth.ts'
import { parseJsonExact, stringifyJsonExact } from '../../contract/json-exact.ts'
import { HTTP_REQUESTS_PER_SECOND } from '../../contract/limits.ts'
import { undescribed, undescribedMessage } from '../described.ts'
import { probeSocket, type SocketProbe } from '../socket-probe.ts'

/** A server of the contract, and the operations that the suite may use on it. */
export interface ServerUnderTest {
  baseUrl: string
  specialUrl: string
  specialWsUrl: string
  key: string
  /** Unix milliseconds by the server's clock, as well as they are known. */
  nowMs(): number
  /** Resolves when `ms` have passed for the server. */
  pass(ms: number): Promise<void>
  /** Advances the server's time until `promise` settles. */
  during<T>(promise: Promise<T>): Promise<T>
  /** Places and names that the server has data for. */
  samples: Samples
  powers: Powers
  close(): Promise<void>
}

export interface Samples {
  /** At least two airports. */
  icaos: string[]
  stationId: string
  point: { lat: number; lon: number }
  /** Where fires are likely, at most 5° wide. */
  box: { west: number; south: number; east: number; north: number }
}

/** Operations on the server's world that some rules need; present if granted. */
export interface Powers {
  /** `movesClock`: ages sockets and tokens by `ms` while the simulated world stays unchanged. */
  age?(ms: number): Promise<void>
  /** `makesReports`: a new report of that airport arrives now. */
  reportArrives?(icao: string): Promise<void>
}

/** Permissions that a rule may need beyond ordinary requests; a third-party upstream grants none. */
export type Grant =
  | 'movesClock'
  | 'makesReports'
  /** The application is the suite's own: limits may be hit, points spent, and bad requests sent. */
  | 'ownApplication'
  /** The limits of an application are the documents' own. */
  | 'upstreamLimits'
  /** The limit of a client address is. */
  | 'addressLimit'
  /** `/v1` rejects tokens (SS §5). */
  | 'keysOnly'

/** Known before the server starts, so that inapplicable rules are not registered. */
export type Grants = ReadonlySet<Grant>

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** Parsed with every digit; undefined where the body is no JSON. */
  body: unknown
}

export interface Credential {
  header?: string
  query?: string
}

const SPACING_MS = 1_000 / HTTP_REQUESTS_PER_SECOND + 50

/** A client within the rate limits that never repeats a request. */
export function createSuiteClient(server: ServerUnderTest) {
  const answers = new Map<string, Promise<Reply>>()
  const tokens = new Map<Product, Promise<string>>()
  const sockets: SocketProbe[] = []
  const held = { count: 0, faults: [] as string[] }
  const hold = (faults: string[]) => {
    held.count++
    held.faults.push(...faults)
  }
  const withKey: Credential = { header: server.key }

  const url = (path: string, query: Record<string, string>, credential: Credential) => {
    const base = path.startsWith('/v1/') ? server.baseUrl : server.specialUrl
    const asked = new URLSearchParams(query)
    if (credential.query) asked.set(TOKEN_QUERY_PARAM, credential.query)
    return `${base}${path}${asked.size > 0 ? `?${asked}` : ''}`
  }

  /** Sends the request at once, ignoring rate limits. */
  async function ask(path: string, query: Record<string, string>, credential: Credential, method = 'GET') {
    const headers: Record<string, string> = credential.header ? { authorization: `Bearer ${credential.header}` } : {}
    const response = await fetch(url(path, query, credential), { method, headers })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    hold(undescribed({ method, path, status: response.status, type, text }))
    return { status: response.status, headers: response.headers, text, body: read(text) } satisfies Reply
  }

  async function request(
    path: string,
    options: { query?: Record<string, string>; credential?: Credential; method?: string } = {},
  ): Promise<Reply> {
    await server.pass(SPACING_MS)
    return server.during(ask(path, options.query ?? {}, options.credential ?? withKey, options.method))
  }

  async function token(product: 'lightning' | 'metar'): Promise<string> {
    const known = tokens.get(product)
    if (known) return known
    const fresh = request(TOKEN_PATHS[product], { method: 'POST' }).then(
      ({ body }) => (body as { token: string }).token,
    )
    tokens.set(product, fresh)
    return fresh
  }

  /** Starts to open a socket; `closeSockets` ends it. */
  function socket(path: string, credential: Credential = withKey): SocketProbe {
    const query = credential.query ? `?${TOKEN_QUERY_PARAM}=${credential.query}` : ''
    const headers: Record<string, string> = credential.header ? { authorization: `Bearer ${credential.header}` } : {}
    const probe = probeSocket(`${server.specialWsUrl}${path}${query}`, { headers })
    sockets.push(probe)
    const { next } = probe
    probe.next = async () => {
      const message = await next()
      hold(undescribedMessage(stringifyJsonExact(message)))
      return message
    }
    return probe
  }

  return {
    ask,
    request,
    /** The number of validated responses and messages, and their deviations from our descriptions. */
    held,
    /** The response to a GET with the key: requested once for all rules. */
    answer(path: string, query: Record<string, string> = {}): Promise<Reply> {
      const question = `${path}?${new URLSearchParams(query)}`
      const known = answers.get(question) ?? request(path, { query })
      answers.set(question, known)
      return known
    },
    token,
    /** Discards the tokens, as after their expiry. */
    dropTokens: () => tokens.clear(),
    socket,
    /** A socket after its upgrade. */
    async open(path: string, credential?: Credential): Promise<SocketProbe> {
      const probe = socket(path, credential)
      await server.during(probe.opened)
      return probe
    },
    /** Subscribes, and takes everything up to the reply. */
    async subscribe(probe: SocketProbe, message: object = {}): Promise<SocketProbe> {
      probe.send({ action: 'subscribe', ...message })
      await server.during(probe.nextOf('subscribed'))
      return probe
    },
    async closeSockets() {
      await server.during(Promise.all(sockets.splice(0).map((socket) => socket.close())))
    },
  }
}
export type SuiteClient = ReturnType<typeof createSuiteClient>

function read(text: string): unknown {
  try {
    return parseJsonExact(text)
  } catch {
    return undefined
  }
}
