import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { nightSpans } from '../../../../core/geo/sun.ts'
import { wholeMinute } from '../../../../core/time/durations.ts'
import { positionText } from '../../../../core/util/format.ts'
import { type ForecastElement, type ForecastSeries, withHoles } from '../../../../core/weather/forecast.ts'
import { rainAndSnow, skyOf } from '../../../../core/weather/sky.ts'
import { BARB_ROOM_PX, paintBarbs } from '../../../airport/paint-barbs.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChartSeries, TimeSpan } from '../../../ui/chart/chart-series.ts'
import { LaneChart } from '../../../ui/chart/lane-chart.tsx'
import type { Lane } from '../../../ui/chart/lane-layout.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { inChosenUnits } from '../panel/chosen-units.ts'
import styles from '../panel/point-panel.module.css'
import { useElementName } from '../panel/use-element-name.ts'
import { usePointWords } from '../panel/use-point-words.ts'
import { AMOUNT_AXIS_MIN, amountText } from './amount-text.ts'
import { type ChartPlan, forMeteogram, type MeteogramLane, type MeteogramPlan } from './arrange-charts.ts'
import { paintSky, SKY_ROOM_PX, type SkyAt } from './paint-sky.ts'
import { useTimeText } from './use-time-text.ts'

type Look = { heightPx: number } & Pick<ChartSeries, 'colour'>

/** The lanes of a meteogram in order. */
const LOOKS = {
  temperature: { heightPx: 72, colour: 'var(--bad)' },
  precipitation: { heightPx: 40, colour: 'var(--info)' },
  wind: { heightPx: 44, colour: 'var(--good)' },
  cloud: { heightPx: 28, colour: 'var(--text-muted)' },
  pressure: { heightPx: 36, colour: 'var(--category-lifr)' },
} satisfies Record<MeteogramLane, Look>
const RAIN = /^(precipitation|rain)$/

/** Lanes of the full width are higher by this factor. */
const WIDE_FACTOR = 1.5
/** Colour of the second series of a lane: gusts, apparent temperature. */
const SECOND_COLOUR = 'var(--warn)'
/** The same as of the symbol for snow. */
const SNOW_COLOUR = 'var(--text)'

interface MeteogramProps {
  at: LatLon
  series: ForecastSeries
  zone: string
  period: string
  isStale: boolean
}

/** The hourly forecast of a place in its panel, and over the full width of the page. */
export function Meteogram(props: MeteogramProps) {
  const t = usePointWords()
  const { t: page } = useTranslation('page')
  const { zoneName } = useFormat()
  const [isWide, setWide] = useState(false)
  return (
    <>
      <MeteogramChart {...props} />
      <Button onClick={() => setWide(true)}>{t('meteogramWide')}</Button>
      {isWide ? (
        <Dialog
          title={t('meteogramOf', {
            place: positionText(props.at.lat, props.at.lon, 2),
            period: props.period,
            times: t('times', { zone: zoneName }),
          })}
          close={page('close')}
          onClose={() => setWide(false)}
          isDrawer
        >
          <MeteogramChart {...props} isWide />
        </Dialog>
      ) : null}
    </>
  )
}

/** Five quantities over one time axis, with weather symbols and shaded nights. */
function MeteogramChart({ at, series, zone, period, isStale, isWide = false }: MeteogramProps & { isWide?: boolean }) {
  const t = usePointWords()
  const nameOf = useElementName()
  const { compass } = useFormat()
  const units = usePage((state) => state.units)
  const nowMs = useOfNow(wholeMinute)
  const timeText = useTimeText('hourly', zone)
  const { timesMs, plans, skies, directions } = useMemo(() => {
    const { timesMs, elements } = withHoles(series)
    const temperatures = elements.find(({ name }) => name === 'temperature')?.values
    const plans = forMeteogram(elements).shown.map((plan) =>
      plan.amounts ? { ...plan, elements: dividedRain(plan, temperatures) } : plan,
    )
    const skies = skiesOf(timesMs, elements)
    return { timesMs, plans, skies, directions: plans.find((plan) => plan.directions)?.directions?.values }
  }, [series])
  const { lat, lon } = at
  const nights = useMemo(
    () => nightSpans({ lat, lon }, { fromMs: timesMs[0] ?? 0, toMs: timesMs.at(-1) ?? 0 }),
    [lat, lon, timesMs],
  )
  const lanes = useMemo(
    () =>
      plans.map((plan) => laneOf(plan, { timesMs, units, nameOf, t, skies, nights, factor: isWide ? WIDE_FACTOR : 1 })),
    [plans, timesMs, units, nameOf, t, skies, nights, isWide],
  )
  const readout = useCallback(
    (index: number) => {
      const deg = directions?.[index]
      const sky = skies[index]?.sky
      return [
        ...(sky ? [t(`sky.${sky}`)] : []),
        ...(deg == null ? [] : [t('windFromLine', { direction: compass(deg), degrees: Math.round(deg) })]),
      ]
    },
    [directions, skies, compass, t],
  )
  const found = new Set(plans.map(({ lane }) => lane))
  const missing = Object.keys(LOOKS).filter((subject) => !found.has(subject as MeteogramLane))
  return (
    <div className={styles.meteogram} data-stale={isStale || undefined}>
      <LaneChart
        label={t('chart', { element: t('meteogram'), period })}
        cursorLabel={t('meteogramCursor')}
        loadingLabel={t('loadingChart')}
        timesMs={timesMs}
        lanes={lanes}
        nights={nights}
        nowMs={nowMs}
        zone={zone}
        timeText={timeText}
        readout={readout}
      />
      {missing.length > 0 ? (
        <p className={styles.source}>
          {t('notForecast', { what: missing.map((subject) => t(`subject.${subject}`)).join(t('words.comma')) })}
        </p>
      ) : null}
      <p className={styles.sum}>
        {directions ? t('barbs') : ''} {t('skyMeaning')} {t('nightShaded')}
      </p>
    </div>
  )
}

interface LaneContext {
  timesMs: readonly number[]
  units: Parameters<typeof inChosenUnits>[1]
  nameOf(name: string): string
  t: ReturnType<typeof usePointWords>
  skies: readonly SkyAt[]
  nights: readonly TimeSpan[]
  factor: number
}

/** The weather symbol of each hour. */
function skiesOf(timesMs: readonly number[], elements: readonly ForecastElement[]): SkyAt[] {
  const valuesOf = (name: RegExp) => elements.find((element) => name.test(element.name))?.values
  const cloud = valuesOf(/^cloud_cover$/)
  const mm = valuesOf(RAIN)
  const degC = valuesOf(/^temperature$/)
  return timesMs.map((ms, i) => ({
    ms,
    sky: skyOf({
      cloudPercent: cloud?.[i] ?? null,
      precipitationMm: mm?.[i] ?? null,
      temperatureC: degC?.[i] ?? null,
    }),
  }))
}

/** Precipitation as rain and snow, if there is any snow. */
function dividedRain(plan: ChartPlan, temperatures: readonly (number | null)[] | undefined): ForecastElement[] {
  const [amounts] = plan.elements
  const divided = amounts && temperatures && rainAndSnow(amounts.values, temperatures)
  if (!divided) return plan.elements
  return [
    { ...amounts, name: 'rain_only', values: divided.rain },
    { ...amounts, name: 'snow', values: divided.snow },
  ].filter(({ values }) => values.some((mm) => mm !== null && mm > 0))
}

function laneOf(plan: MeteogramPlan, { timesMs, units, nameOf, t, skies, nights, factor }: LaneContext): Lane {
  const subject = plan.lane
  const look = LOOKS[subject]
  const shown = plan.elements.map((element) => inChosenUnits(element, units))
  const highest = Math.max(0, ...shown.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const [speeds] = plan.elements
  const isTemperature = subject === 'temperature'
  return {
    heightPx: look.heightPx * factor,
    series: shown.map(({ name, unit, values, digits }, i) => ({
      label: nameOf(name),
      unit,
      values,
      digits,
      colour: name === 'snow' ? SNOW_COLOUR : i === 0 ? look.colour : SECOND_COLOUR,
      stroke: i === 0 ? 'solid' : 'dashed',
      ...(isTemperature && i === 0 ? { kind: 'area' } : plan.kind ? { kind: plan.kind } : {}),
    })),
    ...(plan.min === undefined ? {} : { min: plan.min }),
    ...(plan.max === undefined ? {} : { max: plan.max }),
    ...(plan.amounts ? { max: Math.max(AMOUNT_AXIS_MIN, highest * 1.1) } : {}),
    ...(plan.amounts && shown[0] && shown.length === 1 ? { note: amountText(shown[0], t) } : {}),
    ...(isTemperature ? { roomAbovePx: SKY_ROOM_PX, paint: paintSky(skies, nights) } : {}),
    ...(plan.directions && speeds
      ? {
          roomAbovePx: BARB_ROOM_PX,
          paint: paintBarbs(
            timesMs.map((ms, i) => ({
              ms,
              speedMps: speeds.values[i] ?? null,
              fromDeg: plan.directions?.values[i] ?? null,
            })),
          ),
        }
      : {}),
  }
}
