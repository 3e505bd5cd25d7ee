import { viewBox } from '../../../core/geo/geo.ts'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { useTowns } from '../../airport/use-towns.ts'
import { useLive, useServerConnection } from '../../live/server-connection.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import type { StormsNow } from '../../live/storms/watch-storms.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { listedStorms } from './storm-list.ts'
import { isNearAirport, type NearPlaces } from './storm-words.ts'

const WATCHED_MIN = 0.15
const WATCHED_WHOLE = 0.97
const WATCHED_MINUTES = 15

interface ListedStorms extends StormsNow {
  /** Of those in view, the busiest first, and some that are on the rise. */
  listed: readonly StormCell[]
  inView: number
  /** What their places are told by. */
  near: NearPlaces
  /** The first data is on its way. */
  nothingYet: boolean
  /** Of how many of the 15 minutes there is data, where it is not all of them and says something; else null. */
  partlyMin: number | null
  /** There is too little data to say that there is no storm. */
  isUnwatched: boolean
}

/** The storms of the view as they are told in words; the component renders again with each look. */
export function useListedStorms(): ListedStorms {
  const now = useStorms()
  const { storms, badges, watched } = now
  const isPast = usePage((state) => state.shownAtMs !== null)
  const view = usePage((state) => state.view)
  const lang = usePage((state) => state.lang)
  const { width, height } = useMapSize()
  const { listed, inView } = listedStorms(storms, badges, viewBox(view, width, height))
  const airports = useLive().reports.airports()
  const towns = useTowns(airports.length > 0 && listed.some((storm) => !isNearAirport(storm, airports)))
  const { strikes, clock } = useServerConnection()
  // What storms are found in is on its way: lines that come and go would move what is below them.
  const sinceMs = clock.now() - WATCHED_MINUTES * MINUTE_MS
  const isComing = watched < WATCHED_WHOLE && strikes.pending().some(({ toMs }) => toMs > sinceMs)
  const nothingYet = strikes.status().lastDataMs === null || (isComing && !isPast)
  const isKnownPartly = watched < WATCHED_WHOLE && (storms.length > 0 || watched >= WATCHED_MIN)
  return {
    ...now,
    listed,
    inView,
    near: { airports, towns, lang },
    nothingYet,
    partlyMin: isKnownPartly ? Math.floor(watched * WATCHED_MINUTES) : null,
    isUnwatched: watched < WATCHED_MIN,
  }
}
