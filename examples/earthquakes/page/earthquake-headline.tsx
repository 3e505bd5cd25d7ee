import { useTranslation } from 'react-i18next'
import { countText, numberText } from '../../../core/util/format.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { Headline } from '../../ui/headline.tsx'
import { EarthquakeLegend } from './earthquake-legend.tsx'
import { useEarthquakes } from './earthquake-query.ts'
import './words.ts'

/** How many there were, and the strongest, for a wall. */
export default function EarthquakeHeadline() {
  const { t } = useTranslation('earthquakes')
  const { age } = useFormat()
  const now = useNow()
  const { data, isError } = useEarthquakes()
  const strongest = data?.earthquakes.toSorted((a, b) => b.magnitude - a.magnitude)[0]
  const state = strongest
    ? t('strongest', { magnitude: numberText(strongest.magnitude), age: age(now - strongest.atMs) })
    : t(data ? 'none' : 'loading')
  return (
    <Headline
      name={t('hazard.earthquakes', { ns: 'page' })}
      value={data ? countText(data.earthquakes.length) : '–'}
      unit={t('unit')}
      state={state}
      tone={isError ? 'warn' : 'neutral'}
      stale={isError}
    >
      <EarthquakeLegend />
    </Headline>
  )
}
