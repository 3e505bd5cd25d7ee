import { Hono } from 'hono'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Alarm } from '../../contract/watch/alarms.ts'
import type { LevelsAnswer, PlaceState, WorkStop } from '../../contract/watch/place-states.ts'
import { type Situation, situationQuerySchema } from '../../contract/watch/sheets.ts'
import { asksAcknowledgement } from '../../core/levels/alarm-load.ts'
import { NO_LADDER, placeIn } from '../../core/levels/row.ts'
import { situationOf, situationText } from '../../core/levels/situation.ts'
import type { Place } from '../../core/places/place.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { NowcastService } from '../nowcast/nowcast-service.ts'
import { queryOf } from '../web/requests.ts'
import type { WatchRoutesDeps } from './alarm-routes.ts'

/** Current states of action levels. */
export interface LevelsNow {
  /** Ladders that are not all `off`. */
  states(): readonly PlaceState[]
  /** Weather ladders that are off, and whose report is overdue. */
  overdue(): readonly PlaceState[]
  observed(): LevelsAnswer['observed']
}

/** Unacknowledged rows are counted for a day, up to this number. */
const WAITING_COUNTED = 1_000
/** Cache lifetime of the response: a storm has thousands of states. */
const LOOK_AGAIN_MS = 1_000

/** Input of the text, at a time in Unix ms. */
interface Look {
  atMs: number
  states: readonly PlaceState[]
  observed: LevelsAnswer['observed']
  waiting: readonly Alarm[]
}

/** `GET`: the situation in two to eight sentences, of all places or the named ones. */
export function createSituationRoute(
  deps: Pick<WatchRoutesDeps, 'watch' | 'guard' | 'isSimulated' | 'clock'> & {
    levels(): LevelsNow
    places: { list(): readonly Place[] }
    /** Null without a nowcast. */
    nowcast: Pick<NowcastService, 'latest'> | null
    /** Unix ms, by the clock of the source. */
    nowMs(): number
  },
): Hono {
  const { watch, guard, isSimulated, clock, levels, places, nowcast, nowMs } = deps
  const app = new Hono()
  let held: { atMs: number; look: Promise<Look> } | null = null

  function look(): Promise<Look> {
    const atMs = clock.monotonicMs()
    if (held === null || atMs - held.atMs >= LOOK_AGAIN_MS) held = { atMs, look: lookNow() }
    return held.look
  }

  async function lookNow(): Promise<Look> {
    const atMs = nowMs()
    const states = [...levels().states(), ...levels().overdue()]
    const observed = levels().observed()
    const query = { acknowledged: false, fromMs: atMs - DAY_MS, limit: WAITING_COUNTED }
    const kept = await watch.store.alarms(query)
    return { atMs, states, observed, waiting: kept.map(({ alarm }) => alarm).filter(asksAcknowledgement) }
  }

  app.get('/', guard, async (c) => {
    const { lang = 'en', places: named } = queryOf(c, situationQuerySchema)
    const byId = new Map(places.list().map((place) => [place.id, place]))
    const unknown = named?.find((id) => !byId.has(id))
    if (unknown !== undefined) return c.json({ detail: `places: unknown place ${unknown}` }, 400)
    const chosen = named ? new Set(named) : null
    const isChosen = ({ place }: { place: PlaceState['place'] }) => place !== null && (chosen?.has(place.id) ?? true)
    const { atMs, states, observed, waiting } = await look()
    const at = formatUtc(Math.floor(atMs))
    const latest = nowcast?.latest()
    const simulated = isSimulated()
    const sentences = situationOf(
      {
        nowMs: atMs,
        places: withStops(states, watch.stops.open(), byId, at).filter(isChosen),
        observed,
        nowcast: latest?.isObserved ? { atMs: latest.outlook.atMs, withinMin: HORIZONS_MIN.at(-1)! } : null,
        unacknowledged: waiting.filter(isChosen).length,
        isSelection: chosen !== null,
        simulated,
      },
      lang,
    )
    return c.json<Situation>({ at, sentences, text: situationText(sentences, lang), simulated })
  })
  return app
}

/** Adds open stops, also of places without a triggered level. */
function withStops(
  states: readonly PlaceState[],
  open: readonly WorkStop[],
  byId: ReadonlyMap<string, Place>,
  at: string,
): PlaceState[] {
  const stopsAt = Map.groupBy(open, ({ place }) => place)
  const told = states.map((state) => ({ ...state, stops: stopsAt.get(state.place?.id ?? '') ?? [] }))
  const known = new Set(states.map(({ place }) => place?.id))
  const others = [...stopsAt].filter(([id]) => !known.has(id))
  return [...told, ...others.map(([id, stops]) => stateOfStops(id, stops, byId.get(id), at))]
}

function stateOfStops(id: string, stops: readonly WorkStop[], place: Place | undefined, at: string): PlaceState {
  return {
    ...NO_LADDER,
    place: place ? placeIn(place) : { id, name: id, nameZh: null, group: null },
    at,
    observed: { now: false, since: null },
    stops: [...stops],
  }
}
