import { API_PATHS } from '../../contract/api-paths.ts'
import { readRecords } from '../../contract/records.ts'
import { type Alarm, alarmListSchema, alarmSchema, channelListSchema } from '../../contract/watch/alarms.ts'
import { deliveryListSchema } from '../../contract/watch/deliveries.ts'
import { journalSchema, snoozeListSchema } from '../../contract/watch/journal.ts'
import { levelsAnswerSchema } from '../../contract/watch/place-states.ts'
import { placeListSchema, placesTakenSchema } from '../../contract/watch/places.ts'
import { type PrivateLadder, privateLevelsAnswerSchema, VIEWER_HEADER } from '../../contract/watch/private-levels.ts'
import { type PushSubscriptionInput, pushOfferSchema } from '../../contract/watch/push.ts'
import { type Rights, rightsSchema } from '../../contract/watch/rights.ts'
import { alarmLoadSchema, situationSchema } from '../../contract/watch/sheets.ts'
import { stopListSchema } from '../../contract/watch/stops.ts'
import type { Ladders } from '../../core/levels/ladder-of.ts'
import { doublingMs } from '../../core/time/backoff.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { SECOND_MS } from '../../core/time/durations.ts'
import { ContractError } from '../http/contract-api.ts'
import { bodyOf, exchange, retryAfterMs, statusError } from '../http/exchange.ts'
import type { Environment } from '../session/environment.ts'
import { createEventReader } from './event-reader.ts'

/** Longer than a failover in a cluster, and acceptable after a click. */
const ASKED_FOR_MS = 20 * SECOND_MS

const PAUSE_MIN_MS = 500
const PAUSE_MAX_MS = 3_000

export interface PlacesResponse {
  features: readonly unknown[]
  /** Ladders referenced by index. */
  ladders: readonly Ladders[]
  mark: string | null
}

/** Fields of a change; missing ones are unchanged. */
export interface StopInput {
  by?: string
  work?: string
  /** UTC, ISO 8601; null deletes it. */
  earliestResume?: string | null
  note?: string
}

export interface StreamListener {
  /** The stream is open: later alarms will be received. */
  opened(): void
  /** A message or keep-alive, with or without alarms; `lastId` is the resume position. */
  heard(alarms: Alarm[], lastId: string | null): void
}

const TIMEOUT_MS = 15_000
/** Paths whose response depends on the viewer's own levels. */
const OF_VIEWER = [API_PATHS.privateLevels, API_PATHS.levels]
/** Longer timeout: a month of a busy place takes time, and reports are queued. */
const REPORT_TIMEOUT_MS = 60_000

const pathOf = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`

type Query = Record<string, string>

interface Schema<T> {
  parse(said: unknown): T
}

interface OwnServer {
  environment: Pick<Environment, 'clock' | 'fetch'>
  /** Origin of the page's server. */
  baseUrl: string
  /** Token for our server. */
  credential(): Promise<string>
  dropCredential(refused: string): void
  /** Random id of this browser, to identify viewer rules without named sign-ins. */
  viewer?: string
}

/**
 * Alarms of the page's server. All calls reject with `ContractError`: `unauthorised` without access. Calls that need a
 * sign-in, such as every change, wait after its end for a new sign-in, and are then sent again.
 */
export type WatchAccess = ReturnType<typeof createWatchAccess>

export function createWatchAccess(options: OwnServer) {
  const { environment, baseUrl, credential, dropCredential, viewer } = options
  const ofViewer: Record<string, string> = viewer === undefined ? {} : { [VIEWER_HEADER]: viewer }
  /** The name of the signed-in user when last asked for; undefined before. */
  let user: string | null | undefined

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object | string,
    signal?: AbortSignal,
    isFine = (status: number) => status < 300,
  ): Promise<unknown> {
    const name = `${method} ${path.split('?')[0]}`
    // Changes are authorised by the sign-in cookie; a token only permits reading.
    const token = method === 'GET' && !path.startsWith(API_PATHS.rights) ? await credential() : null
    const headers: Record<string, string> = { accept: 'application/json' }
    if (OF_VIEWER.some((each) => path.startsWith(each))) Object.assign(headers, ofViewer)
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (body) headers['content-type'] = 'application/json'
    const init = { method, headers, body: typeof body === 'object' ? JSON.stringify(body) : body }
    const how = { timeoutMs: TIMEOUT_MS, name, signal }
    let answer = await exchange(environment, baseUrl + path, init, how)
    if (answer.status === 401) dropCredential(token ?? (await credential()))
    if (answer.status === 401 && token === null) {
      // The sign-in has ended, possibly while a form was open: the change is sent after the next sign-in of the same user.
      const before = user
      await credential()
      if (method !== 'GET' && before !== undefined && (await rights()).name !== before)
        throw statusError(401, name, null)
      answer = await exchange(environment, baseUrl + path, init, how)
    }
    const said = await bodyOf(answer, JSON.parse)
    if (isFine(answer.status)) return said
    throw statusError(answer.status, name, said, retryAfterMs(answer.headers, environment.clock.now()))
  }

  async function get<T>(path: string, schema: Schema<T>, query: Query = {}, signal?: AbortSignal): Promise<T> {
    const text = String(new URLSearchParams(query))
    return schema.parse(await ask('GET', text === '' ? path : `${path}?${text}`, undefined, signal))
  }

  async function change(method: 'POST' | 'PUT' | 'DELETE', path: string, said?: object): Promise<void> {
    await ask(method, path, said)
  }

  async function read(path: string, name: string, timeoutMs: number, headers: Record<string, string> = {}) {
    const token = await credential()
    const init = { headers: { authorization: `Bearer ${token}`, ...headers } }
    const answer = await exchange(environment, baseUrl + path, init, { timeoutMs, name })
    if (answer.status === 401) dropCredential(token)
    return answer
  }

  async function text(path: string, name: string): Promise<string> {
    const answer = await read(path, name, REPORT_TIMEOUT_MS)
    if (answer.status !== 200) throw statusError(answer.status, name, null)
    return answer.text
  }

  async function acknowledged(path: string, said: object): Promise<Alarm> {
    return alarmSchema.parse(await untilTaken(environment.clock, () => ask('POST', `${path}/acknowledge`, said)))
  }

  async function rights(signal?: AbortSignal): Promise<Rights> {
    const said = await get(API_PATHS.rights, rightsSchema, {}, signal)
    user = said.name
    return said
  }

  return {
    rights,
    /** Newest first, with the query of `GET /api/alarms`. */
    alarms: async (query: Query, signal?: AbortSignal) =>
      (await get(API_PATHS.alarms, alarmListSchema, query, signal)).alarms,
    /** States of all ladders that are not off, or of all ladders of some places. */
    levels: (places?: readonly string[], signal?: AbortSignal) =>
      get(API_PATHS.levels, levelsAnswerSchema, places && { place: places.join() }, signal),
    /** Listens to the stream until it ends, or is ended by `signal`. */
    async follow(listener: StreamListener, lastId: string | null, signal: AbortSignal): Promise<void> {
      const token = await credential()
      const path = `${API_PATHS.alarms}/stream`
      const accept = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
      const headers: Record<string, string> = { ...accept, ...ofViewer }
      if (lastId !== null) headers['last-event-id'] = lastId
      const answer = await environment.fetch(baseUrl + path, { headers, signal, cache: 'no-store' })
      if (answer.status === 401) dropCredential(token)
      if (answer.status !== 200 || !answer.body) throw statusError(answer.status, `GET ${path}`, null)
      listener.opened()
      const reader = answer.body.getReader()
      const events = createEventReader()
      const decoder = new TextDecoder()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        const heard = events.read(decoder.decode(value, { stream: true })).map(({ data }) => data)
        listener.heard(readRecords(alarmSchema, heard).records, events.lastId())
      }
    },
    /**
     * Acknowledges an alarm; `by` is used without named sign-ins. Retried for twenty seconds while the server is
     * temporarily unavailable.
     */
    acknowledge: (id: string, said: { by?: string; note: string }) => acknowledged(pathOf(API_PATHS.alarms, id), said),
    /** Activates viewer rules at the named places; their rows come through `follow`, to this viewer only. */
    askPrivate: async (ladders: readonly PrivateLadder[]) =>
      privateLevelsAnswerSchema.parse(await ask('POST', API_PATHS.privateLevels, { ladders })),
    /** Acknowledges a row of private levels. */
    acknowledgePrivate: (id: string, said: { by?: string }) => acknowledged(pathOf(API_PATHS.privateLevels, id), said),
    channels: (signal?: AbortSignal) => get(API_PATHS.channels, channelListSchema, {}, signal),
    testChannel: (id: string) => change('POST', `${pathOf(API_PATHS.channels, id)}/test`),
    /** Journal, newest first, with the query of `GET /api/journal`. */
    journal: async (query: Query, signal?: AbortSignal) =>
      (await get(API_PATHS.journal, journalSchema, query, signal)).entries,
    /** Adds a note for the next shift. */
    leaveNote: (said: { by?: string; text: string }) => change('POST', API_PATHS.journal, said),
    snoozes: async (signal?: AbortSignal) => (await get(API_PATHS.snoozes, snoozeListSchema, {}, signal)).snoozes,
    /** Holds back messages of a place, or of some of its levels, for some minutes. */
    snooze: (place: string, said: { by?: string; minutes: number; note: string; levels?: string[] }) =>
      change('PUT', pathOf(API_PATHS.snoozes, place), said),
    endSnooze: (place: string, said: { by?: string }) => change('DELETE', pathOf(API_PATHS.snoozes, place), said),
    /** Work stops, with the query of `GET /api/stops`: without a time the open ones. */
    stops: async (query: Query, signal?: AbortSignal) =>
      (await get(API_PATHS.stops, stopListSchema, query, signal)).stops,
    /** Records a work stop; `by` is used without named sign-ins, here and below. */
    stopWork: (said: StopInput & { place: string; work: string; level?: string | null }) =>
      change('POST', API_PATHS.stops, said),
    changeStop: (id: string, said: StopInput) => change('PUT', pathOf(API_PATHS.stops, id), said),
    /** Records the resumption of work. */
    endStop: (id: string, said: Pick<StopInput, 'by' | 'note'>) =>
      change('POST', `${pathOf(API_PATHS.stops, id)}/resume`, said),
    /** The situation in sentences, with the query of `GET /api/situation`. */
    situation: (query: Query, signal?: AbortSignal) => get(API_PATHS.situation, situationSchema, query, signal),
    /** Deliveries of a row, newest first. */
    deliveries: async (id: string, signal?: AbortSignal) =>
      (await get(`${pathOf(API_PATHS.alarms, id)}/deliveries`, deliveryListSchema, {}, signal)).deliveries,
    /** The latest deliveries of all rows, as the text of a table. */
    deliveriesCsv: () => text(`${API_PATHS.deliveries}?format=csv`, `GET ${API_PATHS.deliveries}`),
    /** Alarm load of a period. */
    alarmLoad: (query: Query, signal?: AbortSignal) => get(`${API_PATHS.alarms}/load`, alarmLoadSchema, query, signal),
    /** All monitored places, unparsed, and the ETag of the list; null if it is still `mark`. */
    async places(mark: string | null): Promise<PlacesResponse | null> {
      const name = `GET ${API_PATHS.places}`
      const answer = await read(API_PATHS.places, name, TIMEOUT_MS, mark === null ? {} : { 'if-none-match': mark })
      if (answer.status === 304) return null
      const said = await bodyOf(answer, JSON.parse)
      if (answer.status !== 200) throw statusError(answer.status, name, said)
      const { features, ladders = [] } = placeListSchema.parse(said)
      return { features, ladders, mark: answer.headers.get('etag') }
    },
    /** Adds the places of a GeoJSON feature or collection; returns their ids, and problems of the others. */
    addPlaces: async (geoJson: string) =>
      placesTakenSchema.parse(await ask('POST', API_PATHS.places, geoJson, undefined, isTold)),
    changePlace: async (id: string, feature: object) =>
      placesTakenSchema.parse(await ask('PUT', pathOf(API_PATHS.places, id), feature, undefined, isTold)),
    removePlace: (id: string) => change('DELETE', pathOf(API_PATHS.places, id)),
    /** Report of a place, with the query of its endpoint: text of a printable page, or of a table. */
    report: (place: string, query: Query) =>
      text(
        `${pathOf(API_PATHS.places, place)}/report?${new URLSearchParams(query)}`,
        `GET ${API_PATHS.places}/{id}/report`,
      ),
    /** VAPID public key; null without a push channel. */
    pushKey: async (signal?: AbortSignal) => (await get(API_PATHS.push, pushOfferSchema, {}, signal)).key,
    subscribePush: (subscription: PushSubscriptionInput) => change('POST', API_PATHS.push, subscription),
    unsubscribePush: (endpoint: string) => change('DELETE', API_PATHS.push, { endpoint }),
  }
}

/** A refusal also has a body with the reasons, like a partial success. */
const isTold = (status: number) => status < 300 || [400, 404, 409].includes(status)

/**
 * Retries while the server is temporarily unavailable, as during a failover: only for idempotent requests. Rejects with
 * the last error.
 */
async function untilTaken<T>(clock: Clock, ask: () => Promise<T>): Promise<T> {
  const untilMs = clock.monotonicMs() + ASKED_FOR_MS
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const waitMs = Math.max(waitAfter(error), doublingMs(tries, PAUSE_MIN_MS, PAUSE_MAX_MS))
      if (clock.monotonicMs() + waitMs > untilMs) throw error
      await delay(clock, waitMs)
    }
  }
}

/** Retry delay requested by the server; infinite for a permanent failure. */
function waitAfter(error: unknown): number {
  if (!(error instanceof ContractError)) return Number.POSITIVE_INFINITY
  const { reason, retryAfterMs } = error
  if (reason === 'unavailable' || reason === 'timeout') return retryAfterMs
  return reason === 'rate-limited' && retryAfterMs > 0 ? retryAfterMs : Number.POSITIVE_INFINITY
}
