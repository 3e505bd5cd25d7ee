import { useFormat } from '../../../i18n/format.ts'
import { usePage } from '../../../state/page-store.ts'
import { inChosenUnits } from '../panel/chosen-units.ts'
import { useElementName } from '../panel/use-element-name.ts'
import { usePointWords } from '../panel/use-point-words.ts'
import type { ForecastChartsProps } from './forecast-charts.tsx'
import styles from './forecast-table.module.css'
import { stepText } from './forecast-times.ts'

/** The same numbers as the charts, a row a step. */
export function ForecastTable({ series, step, zone, period }: ForecastChartsProps) {
  const t = usePointWords()
  const nameOf = useElementName()
  const { zoneName } = useFormat()
  const units = usePage((state) => state.units)
  const columns = series.elements.map((element) => inChosenUnits(element, units))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its panel is scrolled by keyboard
    <section className={styles.scroll} aria-label={t('chart', { element: t('table'), period })} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t(step === 'daily' ? 'day' : 'time', { zone: zoneName })}</th>
            {columns.map(({ name, unit }) => (
              <th key={name} scope="col">
                {nameOf(name)}
                {unit ? <span className={styles.unit}>{unit}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.timesMs.map((ms, row) => (
            <tr key={ms}>
              <th scope="row">{stepText(ms, zone, step)}</th>
              {columns.map(({ name, values, digits }) => (
                <td key={name}>{cellText(values[row], digits)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** With the same number of digits down the column, so that the eye can compare. */
function cellText(value: number | null | undefined, digits: number): string {
  return value == null ? '–' : value.toFixed(digits).replace('-', '−')
}
