import { useCallback } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { usePage } from '../../../state/page-store.ts'
import type { ForecastStep } from './forecast-times.ts'
import { stepText, tickText } from './forecast-times.ts'

/** How a chart writes its times: short under its axis, with their zone in full. */
export function useTimeText(step: ForecastStep, zone: string) {
  const { inZone } = useFormat()
  const lang = usePage((state) => state.lang)
  return useCallback(
    (ms: number, full: boolean) => (full ? inZone(stepText(ms, zone, step)) : tickText(ms, zone, lang, step)),
    [zone, lang, inZone, step],
  )
}
