import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Storm } from '../../../contract/nowcast.ts'
import { useTowns } from '../../airport/use-towns.ts'
import { useAirports } from '../../live/reports/use-reports.ts'
import { usePage } from '../../state/page-store.ts'
import { isNearAirport, placeText, type StormT } from './storm-words.ts'
import { useStormFormat } from './use-storm-format.ts'

/** Maximum names on the map: further ones would not fit. */
const NAMED_MAX = 40

/** Positions of the busiest storms as texts: `95 km W of Burlington`; omits the others. */
export function useStormNames(storms: readonly Storm[], length: 'full' | 'short' = 'full'): (storm: Storm) => string {
  const { t } = useTranslation('storms')
  const format = useStormFormat()
  const lang = usePage((state) => state.lang)
  const airports = useAirports()
  const isFar = useMemo(
    () => storms.slice(0, NAMED_MAX).some((storm) => !isNearAirport(storm, airports)),
    [storms, airports],
  )
  const towns = useTowns(airports.length > 0 && isFar)
  const names = useMemo(() => {
    const near = { airports, towns, lang }
    const named = storms.slice(0, NAMED_MAX)
    return new Map(named.map((storm) => [storm.id, placeText(storm, near, format, t as StormT, length)]))
  }, [storms, airports, towns, lang, format, length, t])
  return useCallback(({ id }: Storm) => names.get(id) ?? '', [names])
}
