import { useTranslation } from 'react-i18next'
import { FIELD_HORIZONS_MIN, type FieldHorizon } from '../../../contract/chance/levels.ts'
import { SwitchedRow } from '../../desk/panels/switched-row.tsx'
import { usePage } from '../../state/page-store.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { ChanceText } from './chance-text.tsx'

const MINUTES_DEFAULT = 30

export default function ChanceRow() {
  const { t } = useTranslation('chance')
  const minutes = usePage((state) => state.chanceMinutes)
  const setMinutes = usePage((state) => state.setChanceMinutes)
  return (
    <SwitchedRow
      name={t('name')}
      on={minutes !== null}
      onToggle={() => setMinutes(minutes === null ? MINUTES_DEFAULT : null)}
    >
      {minutes === null ? null : (
        <div className="layer-lines">
          <Segmented<FieldHorizon>
            label={t('horizon')}
            value={minutes}
            options={FIELD_HORIZONS_MIN.map((value) => ({ value, label: t('minutes', { minutes: value }) }))}
            onChange={setMinutes}
          />
          <ChanceText minutes={minutes} />
        </div>
      )}
    </SwitchedRow>
  )
}
