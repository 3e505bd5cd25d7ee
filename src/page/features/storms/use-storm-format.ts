import { useMemo } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import type { StormFormat } from './storm-words.ts'

const KM_PER_NAUTICAL_MILE = 1.852

/** Formats bearings as compass points, and speeds in km/h or knots. */
export function useStormFormat(): StormFormat {
  const { compass } = useFormat()
  const aviation = usePage((state) => state.units === 'aviation')
  return useMemo(
    () => ({
      compass,
      speed: (kmh) => (aviation ? `${Math.round(kmh / KM_PER_NAUTICAL_MILE)} kt` : `${Math.round(kmh)} km/h`),
    }),
    [compass, aviation],
  )
}
