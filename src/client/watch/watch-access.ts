import { API_PATHS } from '../../contract/api-paths.ts'
import { readRecords } from '../../contract/records.ts'
import {
  type Alarm,
  alarmListSchema,
  alarmSchema,
  type ChannelList,
  channelListSchema,
} from '../../contract/watch/alarms.ts'
import { deliveryListSchema, type ListedDelivery } from '../../contract/watch/deliveries.ts'
import { type JournalEntry, journalSchema, type Snooze, snoozeListSchema } from '../../contract/watch/journal.ts'
import { type LevelsAnswer, levelsAnswerSchema, type WorkStop } from '../../contract/watch/place-states.ts'
import { type PlacesTaken, placeListSchema, placesTakenSchema } from '../../contract/watch/places.ts'
import {
  type PrivateLadder,
  type PrivateLevelsAnswer,
  privateLevelsAnswerSchema,
  VIEWER_HEADER,
} from '../../contract/watch/private-levels.ts'
import { type PushSubscriptionInput, pushOfferSchema } from '../../contract/watch/push.ts'
import { type Rights, rightsSchema } from '../../contract/watch/rights.ts'
import { type AlarmLoad, alarmLoadSchema, type Situation, situationSchema } from '../../contract/watch/sheets.ts'
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

/**
 * Alarms of the page's server. All calls reject with `ContractError`: `unauthorised` without access. Calls that need a
 * sign-in, such as every change, wait after its end for a new sign-in, and are then sent again.
 */
export interface WatchAccess {
  /** Newest first, with the query of `GET /api/alarms`. */
  alarms(query: Record<string, string>, signal?: AbortSignal): Promise<Alarm[]>
  /** States of all ladders that are not off, or of all ladders of some places. */
  levels(places?: readonly string[], signal?: AbortSignal): Promise<LevelsAnswer>
  /** Listens to the stream until it ends, or is ended by `signal`. */
  follow(listener: StreamListener, lastId: string | null, signal: AbortSignal): Promise<void>
  /**
   * Acknowledges an alarm; `by` is used without named sign-ins. Retried for twenty seconds while the server is
   * temporarily unavailable.
   */
  acknowledge(id: string, said: { by?: string; note: string }): Promise<Alarm>
  /** Activates viewer rules at the named places; their rows come through `follow`, to this viewer only. */
  askPrivate(ladders: readonly PrivateLadder[]): Promise<PrivateLevelsAnswer>
  /** Acknowledges a row of private levels. */
  acknowledgePrivate(id: string, said: { by?: string }): Promise<Alarm>
  rights(signal?: AbortSignal): Promise<Rights>
  channels(signal?: AbortSignal): Promise<ChannelList>
  testChannel(id: string): Promise<void>
  /** Journal, newest first, with the query of `GET /api/journal`. */
  journal(query: Record<string, string>, signal?: AbortSignal): Promise<JournalEntry[]>
  /** Adds a note for the next shift. */
  leaveNote(said: { by?: string; text: string }): Promise<void>
  snoozes(signal?: AbortSignal): Promise<Snooze[]>
  /** Holds back messages of a place, or of some of its levels, for some minutes. */
  snooze(place: string, said: { by?: string; minutes: number; note: string; levels?: string[] }): Promise<void>
  endSnooze(place: string, said: { by?: string }): Promise<void>
  /** Work stops, with the query of `GET /api/stops`: without a time the open ones. */
  stops(query: Record<string, string>, signal?: AbortSignal): Promise<WorkStop[]>
  /** Records a work stop; `by` is used without named sign-ins, here and below. */
  stopWork(said: StopInput & { place: string; work: string; level?: string | null }): Promise<void>
  changeStop(id: string, said: StopInput): Promise<void>
  /** Records the resumption of work. */
  endStop(id: string, said: Pick<StopInput, 'by' | 'note'>): Promise<void>
  /** The situation in sentences, with the query of `GET /api/situation`. */
  situation(query: Record<string, string>, signal?: AbortSignal): Promise<Situation>
  /** Deliveries of a row, newest first. */
  deliveries(id: string, signal?: AbortSignal): Promise<ListedDelivery[]>
  /** The latest deliveries of all rows, as the text of a table. */
  deliveriesCsv(): Promise<string>
  /** Alarm load of a period. */
  alarmLoad(query: Record<string, string>, signal?: AbortSignal): Promise<AlarmLoad>
  /** All monitored places, unparsed, and the ETag of the list; null if it is still `mark`. */
  places(mark: string | null): Promise<PlacesResponse | null>
  /** Adds the places of a GeoJSON feature or collection; returns their ids, and problems of the others. */
  addPlaces(geoJson: string): Promise<PlacesTaken>
  changePlace(id: string, feature: object): Promise<PlacesTaken>
  removePlace(id: string): Promise<void>
  /** Report of a place, with the query of its endpoint: text of a printable page, or of a table. */
  report(place: string, query: Record<string, string>): Promise<string>
  /** VAPID public key; null without a push channel. */
  pushKey(signal?: AbortSignal): Promise<string | null>
  subscribePush(subscription: PushSubscriptionInput): Promise<void>
  unsubscribePush(endpoint: string): Promise<void>
}

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

const placePath = (id: string) => `${API_PATHS.places}/${encodeURIComponent(id)}`
const snoozePath = (place: string) => `${API_PATHS.snoozes}/${encodeURIComponent(place)}`

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

export function createWatchAccess(options: OwnServer): WatchAccess {
  const { environment, baseUrl, credential, dropCredential, viewer } = options
  const ofViewer: Record<string, string> = viewer === undefined ? {} : { [VIEWER_HEADER]: viewer }

  async function ask(
    method: string,
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
    const init = { method, headers, ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }) }
    const how = { timeoutMs: TIMEOUT_MS, name, ...(signal && { signal }) }
    let answer = await exchange(environment, baseUrl + path, init, how)
    if (answer.status === 401) dropCredential(token ?? (await credential()))
    if (answer.status === 401 && token === null) {
      // The sign-in has ended, possibly while a form was open: the change is sent after the next sign-in.
      await credential()
      answer = await exchange(environment, baseUrl + path, init, how)
    }
    const said = await bodyOf(answer, JSON.parse)
    if (isFine(answer.status)) return said
    throw statusError(answer.status, name, said, retryAfterMs(answer.headers, environment.clock.now()))
  }

  return {
    async alarms(query, signal) {
      const said = await ask('GET', `${API_PATHS.alarms}?${new URLSearchParams(query)}`, undefined, signal)
      return alarmListSchema.parse(said).alarms
    },
    async levels(places, signal) {
      const query = places ? `?${new URLSearchParams({ place: places.join() })}` : ''
      return levelsAnswerSchema.parse(await ask('GET', API_PATHS.levels + query, undefined, signal))
    },
    async follow(listener, lastId, signal) {
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
        const read = events.read(decoder.decode(value, { stream: true }))
        listener.heard(
          readRecords(
            alarmSchema,
            read.map(({ data }) => data),
          ).records,
          events.lastId(),
        )
      }
    },
    async acknowledge(id, said) {
      const path = `${API_PATHS.alarms}/${encodeURIComponent(id)}/acknowledge`
      return alarmSchema.parse(await untilTaken(environment.clock, () => ask('POST', path, said)))
    },
    ...privateLevelsOf(ask, environment.clock),
    async deliveries(id, signal) {
      const said = await ask('GET', `${API_PATHS.alarms}/${encodeURIComponent(id)}/deliveries`, undefined, signal)
      return deliveryListSchema.parse(said).deliveries
    },
    ...channelsOf(ask),
    rights: async (signal) => rightsSchema.parse(await ask('GET', API_PATHS.rights, undefined, signal)),
    ...stopsOf(ask),
    ...placesOf(options),
    ...placeChangesOf(ask),
    async journal(query, signal) {
      const said = await ask('GET', `${API_PATHS.journal}?${new URLSearchParams(query)}`, undefined, signal)
      return journalSchema.parse(said).entries
    },
    leaveNote: async (said) => void (await ask('POST', API_PATHS.journal, said)),
    async snoozes(signal) {
      return snoozeListSchema.parse(await ask('GET', API_PATHS.snoozes, undefined, signal)).snoozes
    },
    snooze: async (place, said) => void (await ask('PUT', snoozePath(place), said)),
    endSnooze: async (place, said) => void (await ask('DELETE', snoozePath(place), said)),
    pushKey: async (signal) => pushOfferSchema.parse(await ask('GET', API_PATHS.push, undefined, signal)).key,
    subscribePush: async (subscription) => void (await ask('POST', API_PATHS.push, subscription)),
    unsubscribePush: async (endpoint) => void (await ask('DELETE', API_PATHS.push, { endpoint })),
  }
}

type AskServer = (
  method: string,
  path: string,
  body?: object | string,
  signal?: AbortSignal,
  isFine?: (status: number) => boolean,
) => Promise<unknown>

function channelsOf(ask: AskServer): Pick<WatchAccess, 'channels' | 'testChannel'> {
  return {
    channels: async (signal) => channelListSchema.parse(await ask('GET', API_PATHS.channels, undefined, signal)),
    testChannel: async (id) => void (await ask('POST', `${API_PATHS.channels}/${encodeURIComponent(id)}/test`)),
  }
}

function stopsOf(
  ask: AskServer,
): Pick<WatchAccess, 'stops' | 'stopWork' | 'changeStop' | 'endStop' | 'situation' | 'alarmLoad'> {
  const get = (path: string, query: Record<string, string>, signal?: AbortSignal) =>
    ask('GET', `${path}?${new URLSearchParams(query)}`, undefined, signal)
  const stopPath = (id: string) => `${API_PATHS.stops}/${encodeURIComponent(id)}`
  return {
    stops: async (query, signal) => stopListSchema.parse(await get(API_PATHS.stops, query, signal)).stops,
    stopWork: async (said) => void (await ask('POST', API_PATHS.stops, said)),
    changeStop: async (id, said) => void (await ask('PUT', stopPath(id), said)),
    endStop: async (id, said) => void (await ask('POST', `${stopPath(id)}/resume`, said)),
    situation: async (query, signal) => situationSchema.parse(await get(API_PATHS.situation, query, signal)),
    alarmLoad: async (query, signal) => alarmLoadSchema.parse(await get(`${API_PATHS.alarms}/load`, query, signal)),
  }
}

function privateLevelsOf(ask: AskServer, clock: Clock): Pick<WatchAccess, 'askPrivate' | 'acknowledgePrivate'> {
  return {
    askPrivate: async (ladders) =>
      privateLevelsAnswerSchema.parse(await ask('POST', API_PATHS.privateLevels, { ladders })),
    async acknowledgePrivate(id, said) {
      const path = `${API_PATHS.privateLevels}/${encodeURIComponent(id)}/acknowledge`
      return alarmSchema.parse(await untilTaken(clock, () => ask('POST', path, said)))
    },
  }
}

function placesOf({
  environment,
  baseUrl,
  credential,
  dropCredential,
}: OwnServer): Pick<WatchAccess, 'places' | 'report' | 'deliveriesCsv'> {
  async function get(path: string, name: string, timeoutMs: number, headers: Record<string, string> = {}) {
    const token = await credential()
    const init = { headers: { authorization: `Bearer ${token}`, ...headers } }
    const answer = await exchange(environment, baseUrl + path, init, { timeoutMs, name })
    if (answer.status === 401) dropCredential(token)
    return answer
  }
  async function text(path: string, name: string) {
    const answer = await get(path, name, REPORT_TIMEOUT_MS)
    if (answer.status !== 200) throw statusError(answer.status, name, null)
    return answer.text
  }
  return {
    async places(mark) {
      const name = `GET ${API_PATHS.places}`
      const answer = await get(API_PATHS.places, name, TIMEOUT_MS, mark === null ? {} : { 'if-none-match': mark })
      if (answer.status === 304) return null
      const said = await bodyOf(answer, JSON.parse)
      if (answer.status !== 200) throw statusError(answer.status, name, said)
      const { features, ladders = [] } = placeListSchema.parse(said)
      return { features, ladders, mark: answer.headers.get('etag') }
    },
    report: (place, query) =>
      text(`${placePath(place)}/report?${new URLSearchParams(query)}`, `GET ${API_PATHS.places}/{id}/report`),
    deliveriesCsv: () => text(`${API_PATHS.deliveries}?format=csv`, `GET ${API_PATHS.deliveries}`),
  }
}

/** A refusal also has a body with the reasons, like a partial success. */
const isTold = (status: number) => status < 300 || [400, 404, 409].includes(status)

function placeChangesOf(ask: AskServer): Pick<WatchAccess, 'addPlaces' | 'changePlace' | 'removePlace'> {
  return {
    async addPlaces(geoJson) {
      return placesTakenSchema.parse(await ask('POST', API_PATHS.places, geoJson, undefined, isTold))
    },
    async changePlace(id, feature) {
      return placesTakenSchema.parse(await ask('PUT', placePath(id), feature, undefined, isTold))
    },
    removePlace: async (id) => void (await ask('DELETE', placePath(id))),
  }
}

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
