import { formatUtc } from '../../contract/time.ts'
import type { Alarm } from '../../contract/watch/alarms.ts'
import type { Place } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Observing } from '../../core/watch/lightning-watch.ts'
import { idOf, type Raised } from '../../core/watch/raised.ts'
import { linkOf } from './alarm-link.ts'

/** What was raised as it stands in the log. */
export function alarmOf(
  raised: Raised,
  of: {
    place: Place | null
    nowMs: number
    /** Null where no strike raised it. */
    observing: Observing | null
    simulated: boolean
    publicOrigin: string | null
  },
): Alarm {
  const { stage, struckMs, distanceKm, arrival, details } = raised
  const { place, nowMs, observing } = of
  const holdMs = place && struckMs !== null ? place.holdMin * MINUTE_MS : null
  const watch = holdMs === null ? undefined : observing?.watchOf(holdMs)
  return {
    id: idOf(raised),
    place: place && placeIn(place),
    stage,
    at: formatUtc(Math.floor(nowMs)),
    struckAt: struckMs === null ? null : formatUtc(Math.floor(struckMs)),
    distanceKm: distanceKm === null ? null : Math.round(distanceKm * 10) / 10,
    arrival,
    watched: watch && holdMs !== null ? Math.round((watch.observedMs / holdMs) * 1_000) / 1_000 : null,
    simulated: of.simulated,
    details: place?.timeZone ? { ...details, timeZone: place.timeZone } : details,
    link: linkOf(of.publicOrigin, place, nowMs),
    acknowledged: null,
  }
}

function placeIn({ id, name, nameZh, group, geometry }: Place): NonNullable<Alarm['place']> {
  const { lat, lon } = shapeOf(geometry).middle
  return { id, name, nameZh, group, lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) }
}
