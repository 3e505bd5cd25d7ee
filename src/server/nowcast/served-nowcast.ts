import {
  type Calibration,
  HORIZONS_MIN,
  PLACES_SERVED_MAX,
  type ServedNowcast,
  type ServedPlace,
  STORMS_SERVED_MAX,
} from '../../contract/nowcast.ts'
import { CALM_CHANCES, UNKNOWN_CHANCES } from '../../core/nowcast/first-strike.ts'
import type { RingOutlook } from '../../core/nowcast/nowcast.ts'
import type { OwnCalibration } from '../../core/nowcast/own-calibration.ts'
import { isNoteworthy, servedPlaces } from '../../core/nowcast/served-places.ts'
import type { NowcastService } from './nowcast-service.ts'

/** The served part of the last nowcast: the requested places, or those with a noteworthy outlook. */
export function serveNowcast(
  nowcast: Pick<NowcastService, 'hasStrikes' | 'guarded' | 'latest' | 'calibration'>,
  asked: readonly string[] | null,
  simulated: boolean,
): ServedNowcast {
  const look = nowcast.latest()
  const wanted = asked ? new Set(asked) : null
  const isAsked = (id: string, rings: readonly RingOutlook[]) => (wanted ? wanted.has(id) : isNoteworthy(rings))
  const told = look ? servedPlaces(look.places, look.outlook, isAsked) : []
  if (!wanted) told.sort((a, b) => likeliest(b) - likeliest(a))
  const places = told.slice(0, PLACES_SERVED_MAX)
  return {
    state: stateOf(nowcast),
    t: look && new Date(look.outlook.atMs).toISOString(),
    simulated,
    calibration: servedCalibration(nowcast.calibration),
    observed: look ? [...look.outlook.observed] : [0, 0, 0],
    storms: look ? look.outlook.storms.slice(0, STORMS_SERVED_MAX) : [],
    guarded: nowcast.guarded(),
    places,
    others: look?.isObserved ? CALM_CHANCES : UNKNOWN_CHANCES,
    leftOut: told.length - places.length,
  }
}

export function stateOf(nowcast: Pick<NowcastService, 'hasStrikes' | 'latest'>): ServedNowcast['state'] {
  if (!nowcast.hasStrikes) return 'no-strikes'
  const look = nowcast.latest()
  if (!look) return 'waiting'
  return look.isObserved ? 'known' : 'not-observed'
}

/** The calibration of this server, or else the shipped one. */
export function servedCalibration(own: OwnCalibration | null): Calibration {
  if (!own) return { kind: 'recorded' }
  return {
    kind: 'measured',
    from: new Date(own.sinceMs).toISOString(),
    to: new Date(own.untilMs).toISOString(),
    horizons: own.horizons.map(({ cases, came }, h) => ({ minutes: HORIZONS_MIN[h]!, cases, came })),
  }
}

function likeliest({ rings }: ServedPlace): number {
  return Math.max(0, ...rings.map(({ p }) => p['60'] ?? 0))
}
