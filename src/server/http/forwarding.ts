import type { Context, MiddlewareHandler } from 'hono'
import { API_PATHS } from '../../contract/api-paths.ts'
import { VIEWER_HEADER } from '../../contract/watch/private-levels.ts'
import type { Admit } from '../access/admission.ts'
import type { ReadPeer } from '../access/peers.ts'
import type { ForwardedAnswer, ForwardedRequest } from '../cluster/questions.ts'
import { boundBody } from '../web/body-quota.ts'
import type { Caller } from '../web/caller.ts'
import { textOf } from '../web/requests.ts'

export interface Forwarded {
  forwarded?: Pick<ForwardedRequest, 'peer' | 'who' | 'signIn'>
}

/** Null for a request that was not forwarded. */
export function forwardedOf(c: Context): Forwarded['forwarded'] | null {
  return (c.env as Forwarded | undefined)?.forwarded ?? null
}

export function readForwarded({ method, path, headers, body, peer, who, signIn }: ForwardedRequest): {
  request: Request
  env: Forwarded
} {
  const request = new Request(`http://leader${path}`, { method, headers, ...(body !== '' && { body }) })
  return { request, env: { forwarded: { peer, who, signIn } } }
}

const BODY_MAX_BYTES = 8_388_608
/** Headers that routes read; none is a credential. */
const HEADERS = ['content-type', 'accept', 'host', 'origin', 'sec-fetch-site', VIEWER_HEADER]
const FORWARDED = [
  API_PATHS.alarms,
  API_PATHS.deliveries,
  API_PATHS.privateLevels,
  API_PATHS.channels,
  API_PATHS.journal,
  API_PATHS.levels,
  API_PATHS.push,
  API_PATHS.snoozes,
  API_PATHS.stops,
  API_PATHS.situation,
  API_PATHS.places,
  API_PATHS.walls,
]
const PATHS = FORWARDED.flatMap((path) => [path, `${path}/*`])
const { alarms, deliveries, journal, levels, places, rights, walls } = API_PATHS
/** Each process answers reads of these from its own copy. */
const READ_HERE = [alarms, `${alarms}/stream`, `${alarms}/load`, deliveries, journal, places, rights, walls]
const REPORT = new RegExp(`^${places}/[^/]+/report$`)
const DELIVERIES = new RegExp(`^${alarms}/[^/]+/deliveries$`)

/** Forwards requests about alarms to the leader, except reads of their log. Callers are admitted here. */
export function createForwarding(deps: {
  leads(): boolean
  /** Whether this leader cannot take changes now. */
  isFull(): boolean
  /** Null without a leader. Rejects with a `ContractError`. */
  ask(request: ForwardedRequest): Promise<ForwardedAnswer | null>
  guard: MiddlewareHandler
  admit: Admit
  peerOf: ReadPeer
}): { paths: readonly string[]; handlers: readonly MiddlewareHandler[] } {
  const { leads, isFull, ask, guard, admit, peerOf } = deps
  const limit = boundBody(BODY_MAX_BYTES)

  async function forward(c: Context, caller: Caller | null): Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    const headers = HEADERS.flatMap((name): [string, string][] => {
      const value = c.req.header(name)
      return value === undefined ? [] : [[name, value]]
    })
    const body = await textOf(c)
    const { method } = c.req
    const answer = await ask({
      method,
      path: pathname + search,
      headers,
      body,
      peer: peerOf(c),
      ...(caller ?? { who: null, signIn: null }),
    })
    if (answer === null) return c.json({ detail: NO_LEADER }, 503, { 'retry-after': '2' })
    const { status } = answer
    return new Response(status === 204 ? null : answer.body, { status, headers: answer.headers })
  }

  const handler: MiddlewareHandler = async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead && leads() && isFull()) return c.json({ detail: WHILE_FULL }, 503, { 'retry-after': '5' })
    if (leads() || (isRead && isReadHere(c.req.path))) return next()
    if (forwardedOf(c)) return c.json({ detail: NO_LEADER }, 503, { 'retry-after': '2' })
    if (isRead) {
      const refused = await guard(c, async () => {
        // Private levels depend on the caller.
        const admitted = c.req.path === levels ? await admit(c) : null
        c.res = await forward(c, admitted && !admitted.refused ? { signIn: admitted.signIn, who: admitted.who } : null)
      })
      return refused
    }
    const admitted = await admit(c)
    if (admitted.refused) return admitted.refused
    c.set('caller', admitted)
    return limit(c, async () => {
      c.res = await forward(c, { signIn: admitted.signIn, who: admitted.who })
    })
  }
  return { paths: PATHS, handlers: [handler] }
}

const WHILE_FULL = 'the alarm log refuses writes at the moment: nothing was changed, try again in a while'
const NO_LEADER = 'no process is the leader at the moment: try again in a few seconds'

function isReadHere(path: string): boolean {
  return READ_HERE.includes(path) || REPORT.test(path) || DELIVERIES.test(path)
}
