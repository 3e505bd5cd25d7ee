import { distanceKm } from '../../core/geo/geo.ts'
import { comingTo } from '../../core/nowcast/coming.ts'
import { reachedBy } from '../../page/features/storms/storm-reach.ts'
import { type StruckWorld, toldMinutes } from './told-minutes.ts'

/** As near to where a server has it a page has the same storm. */
const SAME_KM = 20

/**
 * How many arrivals panels told of airports in those minutes, and which of them were not told alike by the card of their
 * storm. A storm that a page has no more, as it faded or went into another within the minute, has no card.
 */
export function arrivalsOnCards(world: StruckWorld, startMs: number, minutes: number) {
  const elsewhere: string[] = []
  let arrivals = 0
  for (const { minute, told, storms, atMs } of toldMinutes(world, startMs, minutes)) {
    const cards = storms.map((storm) => reachedBy(storm, storms, told, atMs) ?? [])
    for (const { icao } of world.airports) {
      const coming = comingTo(told, icao, atMs)
      if (coming.kind !== 'coming' || !coming.arrival) continue
      const served = told.storms.find(({ id }) => id === coming.storm)
      if (!served || storms.every((storm) => distanceKm(storm, served) > SAME_KM)) continue
      arrivals++
      const onCards = cards.flat().filter(({ id }) => id === icao)
      const isAlike = onCards.every(({ ring: { km, arrival } }) => km === coming.km && arrival === coming.arrival)
      if (onCards.length === 0 || !isAlike) elsewhere.push(`${icao} in minute ${minute}`)
    }
  }
  return { arrivals, elsewhere }
}
