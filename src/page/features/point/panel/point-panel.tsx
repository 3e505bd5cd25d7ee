import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIRE_BOX_SIDE_DEG_RECOMMENDED } from '../../../../contract/limits.ts'
import { FORECAST_DATASETS, type ForecastDataset } from '../../../../contract/standard.ts'
import { parseCoordinates } from '../../../../core/geo/coordinates.ts'
import { bearingDeg, type LatLon } from '../../../../core/geo/geo.ts'
import { nearestWithin } from '../../../../core/geo/nearest-within.ts'
import { onGrid } from '../../../../core/geo/place-grid.ts'
import { positionText } from '../../../../core/util/format.ts'
import { readObservation, type SurfaceReport } from '../../../../core/weather/observation.ts'
import { useTowns } from '../../../airport/use-towns.ts'
import { AnswerAge } from '../../../desk/answer-age.tsx'
import { RequestFailed } from '../../../desk/request-failed.tsx'
import { ZOOM_TO_PLACE } from '../../../desk/search/find-hits.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import type { PanelProps } from '../../../live/overlay.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Panel, Section } from '../../../ui/panel.tsx'
import { Folded } from '../../../ui/part/folded.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ForecastSection } from '../forecast/forecast-section.tsx'
import type { ForecastForm } from '../forecast/forecast-times.ts'
import { useFireArea } from '../nearby/area-store.ts'
import { NearbySection } from '../nearby/nearby-section.tsx'
import { observationAt } from '../point-queries.ts'
import { Observed } from './observed.tsx'
import styles from './point-panel.module.css'
import { QuotaCost } from './quota-cost.tsx'
import { StationEntry } from './station-entry.tsx'
import { usePointWords } from './use-point-words.ts'

/** A station farther away may have other weather: the heading then has its distance. */
const FAR_KM = 30

/** A town farther off does not describe a place. */
const TOWN_KM = 150

/** From so near on one is there. */
const AT_KM = 8

export default function PointPanel({ id, onClose }: PanelProps) {
  const t = usePointWords()
  const { t: page } = useTranslation('page')
  const found = parseCoordinates(id)
  useFocusFromUrl(found, ZOOM_TO_PLACE)
  const frame = { label: t('name'), title: t('title'), closeLabel: page('close'), onClose }
  if (!found) {
    return (
      <Panel {...frame}>
        <Notice tone="warn" title={t('notAPlace', { id })} />
      </Panel>
    )
  }
  const at = onGrid(found)
  return (
    <>
      <DrawingBar />
      <Panel {...frame} subtitle={<Where at={at} />}>
        <ObservationSection at={at} />
        <Forecasts at={at} />
        <NearbySection at={at} />
        <StationEntry />
        <QuotaCost />
      </Panel>
    </>
  )
}

/** A place: its coordinates, and its direction from the nearest larger town. */
function Where({ at }: { at: LatLon }) {
  const t = usePointWords()
  const { distance, compass } = useFormat()
  const found = nearestWithin(useTowns(true), at, TOWN_KM)
  const town = found?.place.name
  const away = found && {
    town,
    distance: quantityText(distance(Math.round(found.km))),
    compass: compass(bearingDeg(found.place, at)),
  }
  return (
    <>
      <span>{positionText(at.lat, at.lon, 2)}</span>
      {away ? <span> · {found.km < AT_KM ? town : t('fromTown', away)}</span> : null}
    </>
  )
}

/** The forecasts of a place: which data set, as charts or as a table. */
function Forecasts({ at }: { at: LatLon }) {
  const t = usePointWords()
  const [dataset, setDataset] = useState<ForecastDataset>('surface')
  const [form, setForm] = useState<ForecastForm>('charts')
  return (
    <>
      <div className={styles.choices}>
        <Segmented<ForecastDataset>
          label={t('dataset')}
          value={dataset}
          options={FORECAST_DATASETS.map((value) => ({ value, label: t(value) }))}
          onChange={setDataset}
        />
        <Segmented<ForecastForm>
          label={t('form')}
          value={form}
          options={[
            { value: 'charts', label: t('charts') },
            { value: 'table', label: t('table') },
          ]}
          onChange={setForm}
        />
      </div>
      <ForecastSection at={at} dataset={dataset} step="hourly" form={form} />
      <Folded title={t('dayByDay')} className={styles.folded}>
        <ForecastSection at={at} dataset={dataset} step="daily" form={form} />
      </Folded>
    </>
  )
}

function ObservationSection({ at }: { at: LatLon }) {
  const t = usePointWords()
  const format = useFormat()
  const connection = useServerConnection()
  const query = useQuery(observationAt(connection, at))
  const answer = query.data
  const report = answer?.kind === 'data' ? readObservation(answer.data, at, answer.asOfMs) : null
  function titleOf(report: SurfaceReport | null): string {
    if (!report || report.bearingDeg === null || (report.distanceKm ?? 0) < FAR_KM) return t('observation')
    return t('observationFar', {
      distance: quantityText(format.distance(report.distanceKm)),
      direction: format.compass(report.bearingDeg),
    })
  }

  return (
    <Section
      title={titleOf(report)}
      note={answer?.kind === 'data' ? <AnswerAge asOfMs={answer.asOfMs} stale={answer.stale} /> : null}
    >
      {query.isPending ? <Loading label={t('loading')} lines={6} /> : null}
      {query.isError ? <RequestFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {answer?.kind === 'none' ? <Notice title={t('noObservation')} /> : null}
      {report ? <Observed report={report} /> : null}
    </Section>
  )
}

/** In place of the panel, which is hidden, while a box is drawn on the map. */
function DrawingBar() {
  const t = usePointWords()
  const { isDrawing, corner, stopDrawing } = useFireArea()
  if (!isDrawing) return null
  return (
    <div className={styles.drawing}>
      <p role="status">{t(corner ? 'drawOpposite' : 'drawBox', { deg: FIRE_BOX_SIDE_DEG_RECOMMENDED })}</p>
      <Button onClick={stopDrawing}>{t('drawCancel')}</Button>
    </div>
  )
}
