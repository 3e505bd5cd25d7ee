import type { Row } from '../../../contract/watch/alarms.ts'
import { privateKey } from '../../../contract/watch/private-levels.ts'
import { privateSubject } from '../../../core/levels/row.ts'
import { type Place, placeOfAirport } from '../../../core/places/place.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { silentSince, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useLevels } from '../../live/levels/level-store.ts'
import { type Evaluated, openLocalEngine } from '../../live/levels/local-engine.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { isSameChange, useAlerts } from './alert-store.ts'
import { ownLadder, useOwnLevels } from './own-levels.ts'
import { notifyOwn } from './tell-rows.ts'

type Connection = Pick<ServerConnection, 'live' | 'watch' | 'clock' | 'config'>
/** Reported rows: an engine that restarts finds them again. */
const TOLD_MAX = 300

/**
 * Evaluates the levels of all places on this page while the server is silent, and notifies of them; otherwise only the viewer's rings
 * that the server does not evaluate yet. Returns a function that stops this.
 */
export function evaluateHere(connection: Connection): Unsubscribe {
  const { live, watch, clock, config } = connection
  if (!watch) useLevels.setState({ line: 'none' })
  let told: readonly Row[] = []
  return openLocalEngine({
    live,
    clock,
    evaluated: createEvaluated(connection),
    locationErrorKm: config.locationErrorKm ?? 0,
    tell(rows) {
      const log = useAlarmLog.getState()
      const known = [...told, ...log.own, ...log.alarms, ...useAlerts.getState().log.map(({ alarm }) => alarm)]
      const fresh = rows.filter((row) => !known.some((other) => isSameChange(row, other)))
      if (fresh.length === 0) return
      told = [...told, ...fresh].slice(-TOLD_MAX)
      notifyOwn(fresh)
    },
  })
}

/** The present subjects of the page. */
function createEvaluated({ live, clock }: Connection) {
  const { reports } = live
  const openedMs = clock.now()
  let held: { by: readonly unknown[]; of: Evaluated } | null = null

  return (nowMs: number): Evaluated => {
    const page = usePage.getState()
    const { weather } = useAlerts.getState()
    const { guarded } = usePlaces.getState()
    const { judged } = useOwnLevels.getState()
    const isAlone = useLevels.getState().line === 'none'
    const fromMs = isAlone ? openedMs : silentSince(useAlarmLog.getState().line, nowMs)
    const opened = page.selection?.kind === 'airport' ? page.selection.id : null
    const { watched, rings, holdMinutes, ownRules, categoryScheme } = page
    const chosen = [watched, rings, holdMinutes, ownRules, categoryScheme, weather]
    const airports = reports.airports()
    const by = [...chosen, fromMs, opened, guarded, airports, judged]
    if (held && by.every((each, i) => each === held!.by[i])) return held.of
    const named = new Set([...watched, ...(opened === null ? [] : [opened])])
    const ownOf = (place: Place): Place[] => {
      const isNamed = named.has(place.id)
      // Other airports show rings only, and only where the server has no levels.
      const ladder = isNamed || !guarded.has(place.id) ? ownLadder(place.id, page, isNamed ? weather : null) : null
      if (!ladder) return []
      const key = privateKey(ladder)
      if (fromMs === null && judged.has(key)) return []
      return [privateSubject({ place, viewer: '', key }, ladder)]
    }
    const listed = airports.map((airport) => guarded.get(airport.icao) ?? placeOfAirport(airport))
    const others = [...guarded.values()].filter(({ id }) => !reports.airport(id))
    const places =
      fromMs === null
        ? listed.filter(({ id }) => named.has(id)).flatMap(ownOf)
        : [...others, ...listed.flatMap((place) => [place, ...ownOf(place)])]
    held = { by, of: { places, fromMs } }
    return held.of
  }
}
