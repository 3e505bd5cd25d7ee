import { useMemo } from 'react'
import type { Storm } from '../../../contract/nowcast.ts'
import { viewBox } from '../../../core/geo/geo.ts'
import { useTowns } from '../../airport/use-towns.ts'
import { useLive } from '../../live/server-connection.ts'
import { type StormsNow, useStorms } from '../../live/storms/use-storms.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { listedStorms } from './storm-list.ts'
import { isNearAirport, type NearPlaces } from './storm-words.ts'

const OBSERVED_MIN = 0.15
const OBSERVED_WHOLE = 0.97
const OBSERVED_MINUTES = 15

interface ListedStorms extends StormsNow {
  /** The busiest in view, and some that intensify. */
  listed: readonly Storm[]
  inView: number
  /** Data for naming their positions. */
  near: NearPlaces
  /** Number of the 15 minutes with data, if incomplete and relevant; else null. */
  partlyMin: number | null
  /** Too little data to exclude storms. */
  isUnknown: boolean
}

/** The listed storms of the view; the component renders again with each nowcast. */
export function useListedStorms(): ListedStorms {
  const now = useStorms()
  const { storms, observed } = now
  const view = usePage((state) => state.view)
  const lang = usePage((state) => state.lang)
  const { width, height } = useMapSize()
  const airports = useLive().reports.airports()
  const { listed, inView, isFar } = useMemo(() => {
    const found = listedStorms(storms, viewBox(view, width, height))
    return { ...found, isFar: found.listed.some((storm) => !isNearAirport(storm, airports)) }
  }, [storms, view, width, height, airports])
  const towns = useTowns(airports.length > 0 && isFar)
  const isKnownPartly = observed < OBSERVED_WHOLE && (storms.length > 0 || observed >= OBSERVED_MIN)
  return {
    ...now,
    listed,
    inView,
    near: { airports, towns, lang },
    partlyMin: isKnownPartly ? Math.floor(observed * OBSERVED_MINUTES) : null,
    isUnknown: observed < OBSERVED_MIN,
  }
}
