import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Forecast, ForecastDataset } from '../../../../contract/standard.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { numberText, zoneOffsetMinutes } from '../../../../core/util/format.ts'
import { type ForecastSeries, firstOf, readForecast } from '../../../../core/weather/forecast.ts'
import { rainSpells } from '../../../../core/weather/rain-spells.ts'
import { AnswerAge } from '../../../desk/answer-age.tsx'
import { RequestFailed } from '../../../desk/request-failed.tsx'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import { Folded } from '../../../ui/part/folded.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { dailyAt, hourlyAt, type Paid } from '../point-queries.ts'
import { forMeteogram } from './arrange-charts.ts'
import { ForecastCharts } from './forecast-charts.tsx'
import { ForecastTable } from './forecast-table.tsx'
import { type ForecastForm, type ForecastStep, spanText } from './forecast-times.ts'
import { Meteogram } from './meteogram.tsx'
import { saveCsv } from './save-csv.ts'

const RAIN = /^(precipitation|rain)$/

/** Only the first spells: more would not fit a line. */
const SPELLS = 2

const SPANS_HOURS = [24, 72, 240]
const SPAN_FIRST_HOURS = 72

interface ForecastSectionProps {
  at: LatLon
  dataset: ForecastDataset
  step: ForecastStep
  form: ForecastForm
}

export function ForecastSection({ at, dataset, step, form }: ForecastSectionProps) {
  const t = usePointWords()
  const connection = useServerConnection()
  const { zone, zoneName } = useFormat()
  const [hours, setHours] = useState(SPAN_FIRST_HOURS)
  const isHourly = step === 'hourly'
  const hourly = useQuery({ ...hourlyAt(connection, { at, dataset, zone }), enabled: isHourly })
  const daily = useQuery({ ...dailyAt(connection, { at, dataset, zone }), enabled: !isHourly })
  const query = isHourly ? hourly : daily
  const answer: Paid<Forecast> | undefined = query.data
  const forecast = answer?.kind === 'data' ? answer.data : null
  const whole = useMemo(() => forecast && seriesOf(forecast, zone), [forecast, zone])
  const series = useMemo(() => whole && (isHourly ? firstOf(whole, hours) : whole), [whole, isHourly, hours])
  const isStale = query.isError || (answer?.kind === 'data' && answer.stale)
  const title = isHourly ? t('hourly', { hours }) : t('daily', { days: series?.timesMs.length ?? 16 })
  const shared = { step, zone, period: isHourly ? title : `${title}, ${t('days', { zone: zoneName })}` }
  return (
    <Section
      title={title}
      note={answer?.kind === 'data' ? <AnswerAge asOfMs={answer.asOfMs} stale={answer.stale} /> : null}
    >
      {query.isPending ? <Loading label={t('loading')} lines={8} /> : null}
      {query.isError ? <RequestFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {answer?.kind === 'none' || series?.elements.length === 0 ? <Notice title={t('noForecast')} /> : null}
      {whole && series && series.elements.length > 0 ? (
        <>
          {isHourly && dataset === 'surface' ? <ForecastWords series={series} zone={zone} /> : null}
          <div className={styles.tools}>
            {isHourly ? (
              <Segmented<number>
                label={t('hours')}
                value={hours}
                options={SPANS_HOURS.map((n) => ({ value: n, label: t('hoursShort', { n }) }))}
                onChange={setHours}
              />
            ) : null}
            <span className={styles.zone}>
              {isHourly ? t('times', { zone: zoneName }) : t('days', { zone: zoneName })}
            </span>
            <Button title={t('csvTitle')} onClick={() => saveCsv(whole, { at, dataset, step, zone })}>
              {t('csv')}
            </Button>
          </div>
          {form === 'table' ? (
            <ForecastTable series={series} {...shared} />
          ) : isHourly && dataset === 'surface' ? (
            <>
              <Meteogram at={at} series={series} zone={zone} period={title} isStale={isStale} />
              <OtherCharts series={series} {...shared} />
            </>
          ) : (
            <ForecastCharts series={series} {...shared} />
          )}
        </>
      ) : null}
    </Section>
  )
}

/** Charts of elements outside of the meteogram. */
function OtherCharts({ series, ...shared }: Parameters<typeof ForecastCharts>[0]) {
  const t = usePointWords()
  const others = useMemo(() => ({ ...series, elements: forMeteogram(series.elements).others }), [series])
  if (others.elements.length === 0) return null
  return (
    <Folded title={t('otherElements')} className={styles.folded}>
      <ForecastCharts series={others} {...shared} />
    </Folded>
  )
}

function seriesOf(forecast: Forecast, zone: string): ForecastSeries {
  return readForecast(forecast, zoneOffsetMinutes(Date.parse(`${forecast.data.time[0]}`) || 0, zone))
}

/** The forecast in a line: time and amount of rain, temperature range, strongest gust. */
function ForecastWords({ series, zone }: { series: ForecastSeries; zone: string }) {
  const t = usePointWords()
  const lang = usePage((state) => state.lang)
  const format = useFormat()
  const valuesOf = (name: RegExp) => series.elements.find((element) => name.test(element.name))?.values
  const knownOf = (name: RegExp) => valuesOf(name)?.filter((value) => value !== null) ?? []
  const rain = valuesOf(RAIN)
  const temperatures = knownOf(/^temperature$/)
  const gusts = knownOf(/^wind_gust$/)
  const spells = rain ? rainSpells(series.timesMs, rain) : []
  const isRainKnown = rain?.every((value) => value !== null)
  const told = [
    ...spells
      .slice(0, SPELLS)
      .map(({ fromMs, toMs, mm }) =>
        t('words.rain', { span: spanText(fromMs, toMs, zone, lang), mm: numberText(mm, mm < 10 ? 1 : 0) }),
      ),
    spells.length > SPELLS ? t('words.moreRain') : '',
    spells.length === 0 && isRainKnown ? t('words.dry') : '',
    temperatures.length > 0
      ? t('words.temperature', {
          from: numberText(Math.min(...temperatures), 0),
          to: numberText(Math.max(...temperatures), 0),
        })
      : '',
    gusts.length > 0 ? t('words.gusts', { speed: quantityText(format.windSpeed(Math.max(...gusts))) }) : '',
  ].filter(Boolean)
  if (told.length === 0) return null
  return <p className={styles.words}>{told.join(t('words.comma'))}</p>
}
