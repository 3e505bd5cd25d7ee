import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/segmented.tsx'
import { HISTORY_HOURS, type HistoryHours } from '../airport-queries.ts'
import type { HistoryChoice } from '../panel/shown-reports.ts'
import styles from './report-history.module.css'

interface HistoryChoicesProps {
  choice: HistoryChoice
  onChange(change: Partial<HistoryChoice>): void
}

/** How far back, and which reports. */
export function HistoryChoices({ choice, onChange }: HistoryChoicesProps) {
  const { t: w } = useTranslation('airportHistory')
  const boxes = [
    { name: 'speci', label: w('withSpeci') },
    { name: 'auto', label: w('withAuto') },
    { name: 'originals', label: w('withOriginals') },
    { name: 'forecast', label: w('withForecast') },
  ] as const
  return (
    <div className={styles.choices}>
      <Segmented<HistoryHours>
        label={w('period')}
        value={choice.hours}
        options={HISTORY_HOURS.map((hours) => ({ value: hours, label: w(`hours.${hours}`) }))}
        onChange={(hours) => onChange({ hours })}
      />
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{w('kinds')}</legend>
        {boxes.map(({ name, label }) => (
          <label key={name} className={styles.kind}>
            <input
              type="checkbox"
              checked={choice[name]}
              onChange={(event) => onChange({ [name]: event.target.checked })}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
