import { useMemo } from 'react'
import { useFormat } from '../../shell/format.ts'
import { useShell } from '../../shell/shell-store.ts'
import type { StormFormat } from './storm-words.ts'

const KM_PER_NAUTICAL_MILE = 1.852

/** Bearings in words, and speeds in km/h or knots. */
export function useStormFormat(): StormFormat {
  const { compass } = useFormat()
  const aviation = useShell((state) => state.units === 'aviation')
  return useMemo(
    () => ({
      compass,
      speed: (kmh) => (aviation ? `${Math.round(kmh / KM_PER_NAUTICAL_MILE)} kt` : `${Math.round(kmh)} km/h`),
    }),
    [compass, aviation],
  )
}
