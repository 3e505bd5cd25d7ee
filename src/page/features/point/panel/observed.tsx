import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { clockText } from '../../../../core/util/format.ts'
import { dewPointC } from '../../../../core/weather/dew-point.ts'
import type { SurfaceReport } from '../../../../core/weather/observation.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stat, StatGrid } from '../../../ui/stat.tsx'
import styles from './point-panel.module.css'
import { useElementName } from './use-element-name.ts'
import { usePointWords } from './use-point-words.ts'

const OVERDUE_MS = 75 * MINUTE_MS

/** The report of a station, and its position relative to the requested place. */
export function Observed({ report }: { report: SurfaceReport }) {
  const t = usePointWords()
  const nameOf = useElementName()
  const format = useFormat()
  const now = useNow()
  const select = usePage((state) => state.select)
  const { rainHour, rainMm, windDirectionDeg, publishedAtMs, station, stationId, distanceKm, bearingDeg } = report
  const dewPoint = dewPointC(report.temperatureC, report.humidityPercent)
  const feelsLike = report.feelsLikeC === null ? null : quantityText(format.temperature(report.feelsLikeC))
  const name = report.stationName ?? stationId
  const where =
    distanceKm !== null && bearingDeg !== null
      ? t(name ? 'stationNamed' : 'station', {
          name,
          distance: quantityText(format.distance(distanceKm)),
          direction: format.compass(bearingDeg),
        })
      : station
        ? ''
        : t('stationUnknown')
  return (
    <>
      <StatGrid>
        <Stat
          label={t('temperature')}
          {...format.temperature(report.temperatureC)}
          note={feelsLike && t('feelsLike', { value: feelsLike })}
        />
        <Stat
          label={t('wind')}
          {...format.windSpeed(report.windSpeedMps)}
          note={
            windDirectionDeg === null
              ? null
              : t('windFrom', { direction: format.compass(windDirectionDeg), degrees: Math.round(windDirectionDeg) })
          }
        />
        <Stat
          label={t('rain')}
          {...format.rain(rainMm)}
          note={
            rainHour &&
            t(rainMm === 0 ? 'noRain' : 'rainHour', {
              from: clockText(rainHour.fromMs, format.zone),
              to: clockText(rainHour.toMs, format.zone),
              zone: format.zoneName,
            })
          }
        />
        <Stat label={t('humidity')} {...format.percent(report.humidityPercent)} />
        {dewPoint === null ? null : <Stat label={t('dewPoint')} {...format.temperature(dewPoint)} />}
        <Stat label={t('pressure')} {...format.pressure(report.pressureHpa)} />
        {report.others.map(({ name, value, unit }) => (
          <Stat key={name} label={nameOf(name)} value={value} unit={unit} />
        ))}
      </StatGrid>
      <p className={`${styles.source} ${styles.observed}`}>
        {where ? <span>{where}</span> : null}
        {distanceKm !== null && stationId ? (
          <Button onClick={() => select({ kind: 'station', id: stationId })}>
            {t('stationPage', { id: stationId })}
          </Button>
        ) : null}
        {publishedAtMs === null ? (
          <Badge tone="warn">{t('timeUnknown')}</Badge>
        ) : (
          <span>
            {t('observedAt', { time: format.utcTime(publishedAtMs), age: format.age(now - publishedAtMs) })}{' '}
            {now - publishedAtMs > OVERDUE_MS ? <Badge tone="warn">{t('overdue')}</Badge> : null}
          </span>
        )}
      </p>
    </>
  )
}
