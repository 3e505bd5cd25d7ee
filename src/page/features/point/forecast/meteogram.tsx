import { useCallback, useMemo } from 'react'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { nightSpans } from '../../../../core/geo/sun.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { type ForecastSeries, withHoles } from '../../../../core/weather/forecast.ts'
import { BARB_ROOM_PX, paintBarbs } from '../../../airport/paint-barbs.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { LaneChart } from '../../../ui/chart/lane-chart.tsx'
import type { Lane } from '../../../ui/chart/lane-layout.ts'
import { inChosenUnits } from '../panel/chosen-units.ts'
import styles from '../panel/point-panel.module.css'
import { useElementName } from '../panel/use-element-name.ts'
import { usePointWords } from '../panel/use-point-words.ts'
import { AMOUNT_AXIS_MIN, amountText } from './amount-text.ts'
import { type ChartPlan, forMeteogram } from './arrange-charts.ts'
import { useTimeText } from './use-time-text.ts'

type Look = { heightPx: number } & Pick<ChartSeries, 'colour'>

/** The lanes of a meteogram in order, by the first part of the element's name. */
const LOOKS = {
  temperature: { heightPx: 72, colour: 'var(--bad)' },
  precipitation: { heightPx: 40, colour: 'var(--info)' },
  wind: { heightPx: 44, colour: 'var(--good)' },
  cloud: { heightPx: 28, colour: 'var(--text-muted)' },
  pressure: { heightPx: 36, colour: 'var(--category-lifr)' },
} satisfies Record<string, Look>
type Subject = keyof typeof LOOKS

const ALIASES: Record<string, Subject> = { rain: 'precipitation', feels: 'temperature' }
/** Colour of the second series of a lane: gusts, apparent temperature. */
const SECOND_COLOUR = 'var(--warn)'

interface MeteogramProps {
  at: LatLon
  series: ForecastSeries
  zone: string
  period: string
  isStale: boolean
}

/** The hourly forecast of a place: five quantities over one time axis, with shaded nights. */
export function Meteogram({ at, series, zone, period, isStale }: MeteogramProps) {
  const t = usePointWords()
  const nameOf = useElementName()
  const { compass } = useFormat()
  const units = usePage((state) => state.units)
  const nowMs = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS
  const timeText = useTimeText('hourly', zone)
  const { timesMs, plans, directions } = useMemo(() => {
    const { timesMs, elements } = withHoles(series)
    const plans = forMeteogram(elements).shown
    return { timesMs, plans, directions: plans.find((plan) => plan.directions)?.directions?.values }
  }, [series])
  const lanes = useMemo(
    () => plans.map((plan) => laneOf(plan, { timesMs, units, nameOf, t })),
    [plans, timesMs, units, nameOf, t],
  )
  const { lat, lon } = at
  const nights = useMemo(
    () => nightSpans({ lat, lon }, { fromMs: timesMs[0] ?? 0, toMs: timesMs.at(-1) ?? 0 }),
    [lat, lon, timesMs],
  )
  const readout = useCallback(
    (index: number) => {
      const deg = directions?.[index]
      return deg == null ? [] : [t('windFromLine', { direction: compass(deg), degrees: Math.round(deg) })]
    },
    [directions, compass, t],
  )
  const found = new Set(plans.map(subjectOf))
  const missing = Object.keys(LOOKS).filter((subject) => !found.has(subject as Subject))
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
        {directions ? t('barbs') : ''} {t('nightShaded')}
      </p>
    </div>
  )
}

function subjectOf({ elements }: ChartPlan): Subject {
  const word = elements[0]?.name.split('_')[0] ?? ''
  return ALIASES[word] ?? (word as Subject)
}

interface LaneContext {
  timesMs: readonly number[]
  units: Parameters<typeof inChosenUnits>[1]
  nameOf(name: string): string
  t: ReturnType<typeof usePointWords>
}

function laneOf(plan: ChartPlan, { timesMs, units, nameOf, t }: LaneContext): Lane {
  const look = LOOKS[subjectOf(plan)]
  const shown = plan.elements.map((element) => inChosenUnits(element, units))
  const highest = Math.max(0, ...shown.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const [speeds] = plan.elements
  return {
    heightPx: look.heightPx,
    series: shown.map(({ name, unit, values, digits }, i) => ({
      label: nameOf(name),
      unit,
      values,
      digits,
      colour: i === 0 ? look.colour : SECOND_COLOUR,
      stroke: i === 0 ? 'solid' : 'dashed',
      ...(plan.kind ? { kind: plan.kind } : {}),
    })),
    ...(plan.min === undefined ? {} : { min: plan.min }),
    ...(plan.max === undefined ? {} : { max: plan.max }),
    ...(plan.amounts && shown[0]
      ? { note: amountText(shown[0], t), max: Math.max(AMOUNT_AXIS_MIN, highest * 1.1) }
      : {}),
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
