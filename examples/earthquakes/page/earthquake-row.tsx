import { useTranslation } from 'react-i18next'
import { countText } from '../../../core/util/format.ts'
import { RequestFailed } from '../../desk/request-failed.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { Loading } from '../../ui/notice.tsx'
import type { EarthquakesKnown } from './earthquake.ts'
import { EarthquakeLegend } from './earthquake-legend.tsx'
import { EarthquakeList } from './earthquake-list.tsx'
import { useEarthquakes } from './earthquake-query.ts'
import './words.ts'

export default function EarthquakeRow() {
  const { t } = useTranslation('earthquakes')
  const { data, isPending, error, refetch } = useEarthquakes()
  return (
    <>
      {data ? <Summary known={data} /> : null}
      {isPending ? <Loading label={t('loading')} lines={1} /> : null}
      {error ? <RequestFailed error={error} onRetry={() => void refetch()} /> : null}
      <EarthquakeLegend />
      {data ? <EarthquakeList earthquakes={data.earthquakes} /> : null}
    </>
  )
}

function Summary({ known: { asOfMs, earthquakes } }: { known: EarthquakesKnown }) {
  const { t } = useTranslation('earthquakes')
  const { age, utcTime } = useFormat()
  const now = useNow()
  const [newest] = earthquakes
  const said = newest
    ? [
        t('count', { count: earthquakes.length, shown: countText(earthquakes.length) }),
        t('newest', { age: age(now - newest.atMs) }),
      ]
    : [t('none')]
  return <p>{[...said, t('asOf', { time: utcTime(asOfMs) })].join(t('comma'))}</p>
}
