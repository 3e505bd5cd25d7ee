import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { onGrid, placeId } from '../../../../core/geo/place-grid.ts'
import { placeEn } from '../../../../core/geo/place-names.ts'
import { positionText } from '../../../../core/util/format.ts'
import { readObservation } from '../../../../core/weather/observation.ts'
import { localValue } from '../../../../locales/local-name.ts'
import { AnswerAge } from '../../../desk/answer-age.tsx'
import { RequestFailed } from '../../../desk/request-failed.tsx'
import type { PanelProps } from '../../../live/overlay.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useCamera } from '../../../map/camera/camera.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { NearbySection } from '../nearby/nearby-section.tsx'
import { observationOf } from '../point-queries.ts'
import { Observed } from './observed.tsx'
import styles from './point-panel.module.css'
import { QuotaCost } from './quota-cost.tsx'
import { StationEntry } from './station-entry.tsx'
import { usePointWords } from './use-point-words.ts'

const CLOSE_UP_ZOOM = 8

export default function StationPanel({ id, onClose }: PanelProps) {
  const t = usePointWords()
  const { t: page } = useTranslation('page')
  const query = useQuery(observationOf(useServerConnection(), id))
  const { select } = usePage.getState()
  const camera = useCamera()
  const answer = query.data
  const report = answer?.kind === 'data' ? readObservation(answer.data, null, answer.asOfMs) : null
  const place = report?.station ?? null
  useFocusFromUrl(place, CLOSE_UP_ZOOM)
  const lang = usePage((state) => state.lang)
  const nameOf = (chinese: string) => localValue(lang, { en: placeEn(chinese), zh: chinese }) || chinese
  const areas = [...new Set(report?.stationAreas.map(nameOf))].join(' ')
  const number = t('stationTitle', { id })
  const name = report?.stationName ? nameOf(report.stationName) : null
  return (
    <Panel
      label={t('stationName')}
      title={name ?? number}
      subtitle={<Facts facts={[name && number, areas, place && positionText(place.lat, place.lon, 4)]} />}
      closeLabel={page('close')}
      onClose={onClose}
    >
      <Section
        title={t('latest')}
        note={answer?.kind === 'data' ? <AnswerAge asOfMs={answer.asOfMs} stale={answer.stale} /> : null}
      >
        {query.isPending ? <Loading label={t('loading')} lines={6} /> : null}
        {query.isError ? <RequestFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
        {answer?.kind === 'none' ? (
          <Notice tone="warn" title={t('noStation', { id })} detail={t('noStationDetail')} />
        ) : null}
        {report ? <Observed report={report} /> : null}
        {place ? (
          <div className={styles.tools}>
            <Button onClick={() => camera.flyTo({ ...place, zoom: CLOSE_UP_ZOOM })}>{t('showOnMap')}</Button>
            <Button onClick={() => select({ kind: 'point', id: placeId(place) })}>{t('openPoint')}</Button>
          </div>
        ) : null}
        <StationEntry />
      </Section>
      {place ? <NearbySection at={onGrid(place)} /> : null}
      <QuotaCost />
    </Panel>
  )
}
