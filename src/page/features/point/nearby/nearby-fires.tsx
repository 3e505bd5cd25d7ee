import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { PRICE_POINTS } from '../../../../contract/limits.ts'
import { type Box, bearingDeg, distanceKm, type LatLon } from '../../../../core/geo/geo.ts'
import { nearestWithin } from '../../../../core/geo/nearest-within.ts'
import type { NamedTown } from '../../../../core/geo/towns.ts'
import { reportAge } from '../../../../core/metar/report.ts'
import { countText } from '../../../../core/util/format.ts'
import { readFires } from '../../../../core/weather/fire-cells.ts'
import { useTowns } from '../../../airport/use-towns.ts'
import { RequestFailed } from '../../../desk/request-failed.tsx'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { useReports } from '../../../live/reports/use-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { type Camera, useCamera } from '../../../map/camera/camera.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Stat, StatGrid } from '../../../ui/stat.tsx'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { firesInArea } from '../point-queries.ts'
import { useFireArea } from './area-store.ts'
import { boxSizeKm, type FireArea } from './fire-area.ts'

const LISTED_MAX = 5
/** A town farther off does not describe a place, nor an airport's report the wind there. */
const TOWN_KM = 60
const REPORT_KM = 100
/** Zoom at which single fires are distinguishable. */
const ZOOM_TO_FIRE = 8

/** Fires within a circle around a place, or within a box drawn on the map. */
export function NearbyFires({ at, radiusKm }: { at: LatLon; radiusKm: number }) {
  const t = usePointWords()
  const { box, isDrawing, startDrawing, clear } = useFireArea()
  const fires = useRef<HTMLDivElement>(null)
  const before = useRef<{ box: Box | null } | null>(null)
  useEffect(() => clear, [clear])
  // While the user draws, the panel is hidden. What it offers next takes the focus, after a cancelled drawing no request.
  useEffect(() => {
    if (isDrawing) before.current ??= { box }
    else if (before.current) {
      const isCancelled = before.current.box === box
      const place = isCancelled ? fires.current?.firstElementChild : fires.current?.lastElementChild
      place?.querySelector<HTMLElement>(isCancelled ? 'input:checked' : 'button')?.focus()
      before.current = null
    }
  }, [isDrawing, box])
  const { lat, lon } = at
  const area = useMemo(
    (): FireArea => (box ? { shape: 'box', box } : { shape: 'circle', at: { lat, lon }, radiusKm }),
    [box, lat, lon, radiusKm],
  )
  return (
    <div ref={fires}>
      <div className={styles.tools}>
        <Segmented<FireArea['shape']>
          label={t('fireArea')}
          value={area.shape}
          options={[
            { value: 'circle', label: t('fireCircle', { km: radiusKm }) },
            { value: 'box', label: t('fireBox') },
          ]}
          onChange={(shape) => (shape === 'box' ? startDrawing() : clear())}
        />
        {box ? <Button onClick={startDrawing}>{t('drawAgain')}</Button> : null}
      </div>
      <FiresOfArea at={at} area={area} />
    </div>
  )
}

/** Fires of an area, loaded on request after showing the cost. */
function FiresOfArea({ at, area }: { at: LatLon; area: FireArea }) {
  const t = usePointWords()
  const format = useFormat()
  const nowMs = useNow()
  const camera = useCamera()
  const query = useQuery(firesInArea(useServerConnection(), area))
  const answer = query.data
  // A circle is outlined once it was requested.
  const isOutlined = area.shape === 'box' || (answer !== undefined && !query.isFetching)
  useEffect(() => {
    if (!isOutlined) return
    useFireArea.setState({ outlined: area })
    return () => useFireArea.setState({ outlined: null })
  }, [area, isOutlined])
  const towns = useTowns(answer?.kind === 'data', 'all')
  const windAt = useWindAt()
  if (query.isFetching) return <Loading label={t('askingFires')} lines={3} />
  if (query.isError) return <RequestFailed error={query.error} onRetry={() => void query.refetch()} />
  const { within, ask } = areaTexts(area, t)
  if (!answer) {
    return (
      <div className={styles.tools}>
        <Button onClick={() => void query.refetch()}>{ask}</Button>
      </div>
    )
  }
  const fires = readFires(answer.kind === 'data' ? answer.data : [])
    .map((fire) => ({ ...fire, km: distanceKm(at, fire), bearing: bearingDeg(at, fire) }))
    .sort((a, b) => a.km - b.km)
  const [nearest] = fires
  const asked = answer.kind === 'data' ? t('in24h', { time: format.utcTime(answer.asOfMs) }) : null
  return (
    <>
      <StatGrid>
        <Stat
          label={within}
          value={countText(fires.length)}
          note={[fires.length === 0 ? t('noFire') : null, asked].filter(Boolean).join(' ')}
        />
        {nearest ? (
          <Stat label={t('nearestFire')} {...format.distance(nearest.km)} note={format.compass(nearest.bearing)} />
        ) : null}
      </StatGrid>
      {fires.length > 0 ? (
        <ul className={styles.fires} aria-label={t('fireList')}>
          {fires.slice(0, LISTED_MAX).map(({ id, lat, lon, km, bearing, detectedAtMs }) => (
            <li key={id}>
              <button
                type="button"
                data-text=""
                className={styles.fire}
                onClick={() => openFire({ id, lat, lon }, camera)}
              >
                <span>
                  {t('fireAt', {
                    distance: quantityText(format.distance(km)),
                    direction: format.compass(bearing),
                    time: format.utcTime(detectedAtMs),
                    age: format.age(nowMs - detectedAtMs),
                  })}
                </span>
                <span className={styles.fireMore}>
                  {format.clauses([townText({ lat, lon }, towns, t, format), windAt({ lat, lon })])}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={styles.source}>
        {fires.length > LISTED_MAX ? `${t('moreFires', { n: LISTED_MAX, m: fires.length })} ` : ''}
        {t('caution')}
      </p>
    </>
  )
}

/** Texts that name an area: of a number of fires within it, and of the request with its cost. */
function areaTexts(area: FireArea, t: ReturnType<typeof usePointWords>): { within: string; ask: string } {
  if (area.shape === 'circle') {
    const km = area.radiusKm
    return { within: t('firesWithin', { km }), ask: t('askFires', { km, points: PRICE_POINTS }) }
  }
  const { width, height } = boxSizeKm(area.box)
  const size = { width: Math.round(width), height: Math.round(height), points: PRICE_POINTS }
  return { within: t('firesInBox'), ask: t('askFiresInBox', size) }
}

/** `12 km N of Shixing`; empty without a town nearby. */
function townText(
  at: LatLon,
  towns: readonly NamedTown[],
  t: ReturnType<typeof usePointWords>,
  { distance, compass }: ReturnType<typeof useFormat>,
): string {
  const found = nearestWithin(towns, at, TOWN_KM)
  if (!found) return ''
  return t('fromTown', {
    town: found.place.name,
    distance: quantityText(distance(Math.round(found.km))),
    compass: compass(bearingDeg(found.place, at)),
  })
}

/** Returns the wind at a place, by the current report of the nearest airport, whose distance is named. */
function useWindAt(): (at: LatLon) => string {
  const t = usePointWords()
  const { windSpeed, distance } = useFormat()
  const reports = useReports()
  const nowMs = useNow()
  return (at) => {
    const reporting = reports.airports().filter(({ icao }) => {
      const report = reports.latest(icao)
      return report && report.windSpeedMps !== null && reportAge(report.obsTimeMs, nowMs) !== 'outdated'
    })
    const found = nearestWithin(reporting, at, REPORT_KM)
    const report = found && reports.latest(found.place.icao)
    if (!found || !report) return t('fireWindUnknown')
    const { windDirectionDeg, windSpeedMps, windVariable } = report
    const degrees = windDirectionDeg === null ? '' : `${String(windDirectionDeg).padStart(3, '0')}°`
    return t('fireWind', {
      from: windVariable ? t('windVariable') : degrees,
      speed: quantityText(windSpeed(windSpeedMps)),
      icao: found.place.icao,
      distance: quantityText(distance(Math.round(found.km))),
    })
  }
}

/** Opens the panel of a fire, and moves the map there: its data are part of the cells in view. */
function openFire({ id, lat, lon }: LatLon & { id: string }, camera: Camera): void {
  const { view, overlaysOn, toggleOverlay, select } = usePage.getState()
  if (!overlaysOn.includes('fires')) toggleOverlay('fires')
  select({ kind: 'fire', id })
  camera.flyTo({ zoom: Math.max(view.zoom, ZOOM_TO_FIRE), lat, lon })
}
