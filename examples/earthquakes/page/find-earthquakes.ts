import { numberText, positionText } from '../../../core/util/format.ts'
import type { SearchAccess, SearchHit } from '../../live/overlay.ts'
import { EARTHQUAKES_KEY, type EarthquakesKnown } from './earthquake.ts'

const HITS_MAX = 3
const ZOOM = 6
/** `M5`, `m 4.5`. */
const MAGNITUDE = /^m\s?(\d(?:\.\d)?)$/i

/** The strongest from that magnitude on, as far as they were asked for. */
export function findEarthquakes(text: string, { queries }: SearchAccess): SearchHit[] {
  const least = MAGNITUDE.exec(text)?.[1]
  const known = queries.getQueryData<EarthquakesKnown>(EARTHQUAKES_KEY)
  if (!least || !known) return []
  const strong = known.earthquakes.filter(({ magnitude }) => magnitude >= Number(least))
  return strong
    .sort((a, b) => b.magnitude - a.magnitude)
    .slice(0, HITS_MAX)
    .map(({ id, lat, lon, magnitude }) => ({
      selection: { kind: 'earthquake', id },
      title: `M ${numberText(magnitude)}`,
      detail: positionText(lat, lon, 1),
      view: { lat, lon, zoom: ZOOM },
    }))
}
