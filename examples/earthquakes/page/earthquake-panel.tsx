import { useTranslation } from 'react-i18next'
import { numberText, positionText } from '../../../core/util/format.ts'
import { RequestFailed } from '../../desk/request-failed.tsx'
import { useFormat } from '../../i18n/format.ts'
import type { PanelProps } from '../../live/overlay.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useFocusFromUrl } from '../../map/camera/use-focus-from-url.ts'
import { Loading, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import type { Earthquake } from './earthquake.ts'
import { useEarthquakes } from './earthquake-query.ts'
import './words.ts'

const ZOOM_TO_EARTHQUAKE = 6

export default function EarthquakePanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('earthquakes')
  const { t: page } = useTranslation('page')
  const { data, isPending, error, refetch } = useEarthquakes()
  const earthquake = data?.earthquakes.find((each) => each.id === id)
  useFocusFromUrl(earthquake, ZOOM_TO_EARTHQUAKE)
  const title = earthquake ? t('titleOf', { magnitude: numberText(earthquake.magnitude) }) : t('title')
  return (
    <Panel title={title} label={t('title')} closeLabel={page('close')} onClose={onClose}>
      {earthquake ? <Facts earthquake={earthquake} /> : null}
      {isPending ? <Loading label={t('loading')} lines={4} /> : null}
      {error && !earthquake ? <RequestFailed error={error} onRetry={() => void refetch()} /> : null}
      {data && !earthquake ? <Notice tone="warn" title={t('gone')} /> : null}
    </Panel>
  )
}

function Facts({ earthquake: { atMs, lat, lon, depthKm, magnitude } }: { earthquake: Earthquake }) {
  const { t } = useTranslation('earthquakes')
  const format = useFormat()
  const now = useNow()
  return (
    <StatGrid>
      <Stat label={t('magnitude')} value={numberText(magnitude)} />
      <Stat label={t('depthKm')} {...format.distance(depthKm)} />
      <Stat
        label={t('time')}
        value={format.utcDateTime(atMs)}
        note={`${format.zoneTime(atMs)} · ${t('ago', { age: format.age(now - atMs) })}`}
      />
      <Stat label={t('position')} value={positionText(lat, lon)} />
    </StatGrid>
  )
}
