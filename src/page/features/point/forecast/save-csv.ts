import type { LatLon } from '../../../../core/geo/geo.ts'
import { placeId } from '../../../../core/geo/place-grid.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { clockText, dateText } from '../../../../core/util/format.ts'
import type { ForecastSeries } from '../../../../core/weather/forecast.ts'
import { downloadCsv } from '../../../desk/download.ts'
import type { ForecastStep } from './forecast-times.ts'

interface SeriesOf {
  at: LatLon
  dataset: string
  step: ForecastStep
  zone: string
}

/** All steps and elements in the service's units; times in UTC and in the requested zone. */
export function forecastCsv({ timesMs, elements }: ForecastSeries, { step, zone }: Pick<SeriesOf, 'step' | 'zone'>) {
  const head = ['UTC', zone, ...elements.map(({ name, unit }) => (unit ? `${name} (${unit})` : name))]
  const rows = timesMs.map((ms, row) => [
    new Date(ms).toISOString(),
    step === 'daily' ? dateText(ms, zone) : `${dateText(ms, zone)} ${clockText(ms, zone)}`,
    ...elements.map(({ values }) => values[row] ?? null),
  ])
  return csvText([head, ...rows])
}

export function saveCsv(series: ForecastSeries, of: SeriesOf): void {
  const name = `forecast-${of.step}-${of.dataset}-${placeId(of.at).replace(',', '_')}.csv`
  downloadCsv(name, forecastCsv(series, of))
}
