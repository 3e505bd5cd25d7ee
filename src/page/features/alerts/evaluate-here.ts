import { type PrivateLadder, privateKey } from '../../../contract/watch/private-levels.ts'
import { privateRow, privateSubject } from '../../../core/levels/row.ts'
import { type Place, placeOfAirport } from '../../../core/places/place.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { runLocalEngine } from '../../live/levels/local-engine.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { useAlerts } from './alert-store.ts'
import { createFallback, isServerReachable } from './fallback.ts'
import { ownLadder } from './own-levels.ts'
import { tellOwn } from './tell-rows.ts'

/**
 * Evaluates the levels of pinned places on this page, and notifies of them while the server is unreachable. Returns a
 * function that stops this.
 */
export function evaluateHere(connection: Pick<ServerConnection, 'live' | 'watch' | 'clock' | 'config'>): Unsubscribe {
  const { live, watch, clock, config } = connection
  const fallback = createFallback()
  const openedMs = clock.now()
  const watched = createWatchedPlaces(live.reports)
  return runLocalEngine({
    live,
    clock,
    places: watched.places,
    locationErrorKm: config.locationErrorKm ?? 0,
    simulated: false, // the page has the label for all of it
    tell(found, nowMs) {
      const { line, alarms, own } = useAlarmLog.getState()
      const isHeard = watch !== undefined && isServerReachable(line, nowMs, openedMs)
      const rows = found.map((row) => {
        const of = watched.ownOf(row.place!.id)
        return of ? privateRow(row, of) : row
      })
      const log = useAlerts.getState().log.map(({ alarm }) => alarm)
      const told = fallback(rows, { nowMs, isHeard, told: [...own, ...alarms, ...log] })
      if (told.length > 0) tellOwn(told)
    },
  })
}

/** The pinned airports and places, and those with viewer rules as additional subjects. */
function createWatchedPlaces(reports: Pick<ServerConnection['live']['reports'], 'airport'>) {
  let held: { of: readonly unknown[]; places: readonly Place[] } = { of: [], places: [] }
  const own = new Map<string, { key: string; place: Place }>()

  function subjectsOf(place: Place, ladder: PrivateLadder | null): Place[] {
    if (!ladder) return [place]
    const id = `~/${place.id}`
    own.set(id, { key: privateKey(ladder), place })
    return [place, privateSubject(id, ladder, place)]
  }

  return {
    ownOf: (id: string) => own.get(id) ?? null,
    /** The same array while unchanged. */
    places(): readonly Place[] {
      const page = usePage.getState()
      const { weather } = useAlerts.getState()
      const { guarded } = usePlaces.getState()
      const airports = page.watched.map((id) => reports.airport(id))
      const { watched, rings, holdMinutes, ownRules, categoryScheme } = page
      const of = [watched, rings, holdMinutes, ownRules, categoryScheme, weather, guarded, ...airports]
      if (of.length === held.of.length && of.every((each, i) => each === held.of[i])) return held.places
      own.clear()
      const places = watched.flatMap((id, i) => {
        const airport = airports[i]
        const place = guarded.get(id) ?? (airport && placeOfAirport(airport))
        return place ? subjectsOf(place, airport ? ownLadder(id, page, weather) : null) : []
      })
      held = { of, places }
      return places
    },
  }
}
