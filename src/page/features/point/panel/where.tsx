import { bearingDeg, type LatLon } from '../../../../core/geo/geo.ts'
import { nearestWithin } from '../../../../core/geo/nearest-within.ts'
import { positionText } from '../../../../core/util/format.ts'
import { useTowns } from '../../../airport/use-towns.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { usePointWords } from './use-point-words.ts'

/** A town farther off does not describe a place. */
const TOWN_KM = 150
/** From so near on one is there. */
const AT_KM = 8

/** A place: its coordinates, and its direction from the nearest larger town. */
export function Where({ at }: { at: LatLon }) {
  const t = usePointWords()
  const { distance, compass } = useFormat()
  const found = nearestWithin(useTowns(true), at, TOWN_KM)
  const town = found?.place.name
  const away = found && {
    town,
    distance: quantityText(distance(Math.round(found.km))),
    compass: compass(bearingDeg(found.place, at)),
  }
  return (
    <>
      <span>{positionText(at.lat, at.lon, 2)}</span>
      {away ? <span> · {found.km < AT_KM ? town : t('fromTown', away)}</span> : null}
    </>
  )
}
