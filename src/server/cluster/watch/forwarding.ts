import type { Context, MiddlewareHandler } from 'hono'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { VIEWER_HEADER } from '../../../contract/watch/private-levels.ts'
import type { Admit } from '../../access/admission.ts'
import type { Peer, ReadPeer } from '../../access/peers.ts'
import { boundBody } from '../../web/body-quota.ts'
import type { Caller, Who } from '../../web/caller.ts'

/** A request as one process hands it to the one that leads: who asks is known, and nothing of how they showed it is on the way. */
export interface ForwardedRequest {
  method: string
  /** With its query. */
  path: string
  headers: [name: string, value: string][]
  /** Empty where there is none. */
  body: string
  peer: Peer
  /** Null where it was let in to read. */
  who: Who | null
  /** The sign-in that let them in; null where none did. */
  signIn: string | null
}

export interface ForwardedAnswer {
  status: number
  headers: [name: string, value: string][]
  body: string
}

/** What a request that was handed on says in Hono's bindings. */
export interface Forwarded {
  forwarded?: Pick<ForwardedRequest, 'peer' | 'who' | 'signIn'>
}

/** Null where it came from whoever asks. */
export function forwardedOf(c: Context): Forwarded['forwarded'] | null {
  return (c.env as Forwarded | undefined)?.forwarded ?? null
}

/** The request of another process as this one's own. */
export function readForwarded({ method, path, headers, body, peer, who, signIn }: ForwardedRequest): {
  request: Request
  env: Forwarded
} {
  const request = new Request(`http://leader${path}`, { method, headers, ...(body !== '' && { body }) })
  return { request, env: { forwarded: { peer, who, signIn } } }
}

const NO_STORE = { 'cache-control': 'no-store' }
const BODY_MAX_BYTES = 8_388_608
/** What a route reads beside who asks: no credential is among them. */
const HEADERS = ['content-type', 'accept', 'host', 'origin', 'sec-fetch-site', VIEWER_HEADER]
const {
  alarms,
  deliveries,
  privateLevels,
  channels,
  journal,
  levels,
  push,
  snoozes,
  stops,
  situation,
  rights,
  places,
  walls,
} = API_PATHS
const FORWARDED = [
  alarms,
  deliveries,
  privateLevels,
  channels,
  journal,
  levels,
  push,
  snoozes,
  stops,
  situation,
  places,
  walls,
]
const PATHS = FORWARDED.flatMap((path) => [path, `${path}/*`])
/** Each process answers these from its own copy. */
const READ_HERE = [alarms, `${alarms}/stream`, `${alarms}/load`, deliveries, journal, places, rights, walls]
const REPORT = new RegExp(`^${places}/[^/]+/report$`)
const DELIVERIES = new RegExp(`^${alarms}/[^/]+/deliveries$`)

/**
 * Hands on to the process that leads what is asked of the watch, but for what is read of its log. Who asks is admitted here.
 */
export function createForwarding(deps: {
  leads(): boolean
  /** Whether this process, which leads, can take no change now. */
  isFull(): boolean
  /** Null where nobody leads; throws where it is too long to be handed on. */
  ask(request: ForwardedRequest): Promise<ForwardedAnswer | null>
  guard: MiddlewareHandler
  admit: Admit
  peerOf: ReadPeer
}): { paths: readonly string[]; handlers: readonly MiddlewareHandler[] } {
  const { leads, isFull, ask, guard, admit, peerOf } = deps
  const limit = boundBody(BODY_MAX_BYTES)

  async function handOn(c: Context, caller: Caller | null): Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    const headers = HEADERS.flatMap((name): [string, string][] => {
      const value = c.req.header(name)
      return value === undefined ? [] : [[name, value]]
    })
    const body = await c.req.text()
    const { method } = c.req
    const answer = await ask({
      method,
      path: pathname + search,
      headers,
      body,
      peer: peerOf(c),
      ...(caller ?? { who: null, signIn: null }),
    })
    if (answer === null) return c.json({ detail: WHILE_NOBODY_LEADS }, 503, { ...NO_STORE, 'retry-after': '2' })
    const { status } = answer
    return new Response(status === 204 ? null : answer.body, { status, headers: answer.headers })
  }

  const handler: MiddlewareHandler = async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead && leads() && isFull()) return c.json({ detail: WHILE_FULL }, 503, { ...NO_STORE, 'retry-after': '5' })
    if (leads() || (isRead && isReadHere(c.req.path))) return next()
    if (forwardedOf(c)) return c.json({ detail: WHILE_NOBODY_LEADS }, 503, { ...NO_STORE, 'retry-after': '2' })
    if (isRead) {
      const refused = await guard(c, async () => {
        // Levels of one's own are told to who asks.
        const admitted = c.req.path === levels ? await admit(c) : null
        c.res = await handOn(c, admitted && !admitted.refused ? { signIn: admitted.signIn, who: admitted.who } : null)
      })
      return refused
    }
    const admitted = await admit(c)
    if (admitted.refused) return admitted.refused
    c.set('caller', admitted)
    return limit(c, async () => {
      c.res = await handOn(c, { signIn: admitted.signIn, who: admitted.who })
    })
  }
  return { paths: PATHS, handlers: [handler] }
}

const WHILE_FULL = 'the log of the watch takes nothing at the moment: this was not done, try again in a while'
const WHILE_NOBODY_LEADS = 'no process leads at the moment: try again in a few seconds'

function isReadHere(path: string): boolean {
  return READ_HERE.includes(path) || REPORT.test(path) || DELIVERIES.test(path)
}
