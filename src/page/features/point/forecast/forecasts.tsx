import { useState } from 'react'
import { FORECAST_DATASETS, type ForecastDataset } from '../../../../contract/standard.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Folded } from '../panel/folded.tsx'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { ForecastSection } from './forecast-section.tsx'
import type { ForecastForm } from './forecast-times.ts'

/** The forecasts of a place: which data set, as charts or as a table. */
export function Forecasts({ at }: { at: LatLon }) {
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
      <Folded title={t('dayByDay')}>
        <ForecastSection at={at} dataset={dataset} step="daily" form={form} />
      </Folded>
    </>
  )
}
