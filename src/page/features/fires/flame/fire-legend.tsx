import { useTranslation } from 'react-i18next'
import { FIRE_AGE_TICKS, FIRE_COLOUR, fireAgeColours } from '../../../../core/weather/fire-ramp.ts'
import { usePage } from '../../../state/page-store.ts'
import { Legend } from '../../../ui/legend.tsx'
import { FLAME, FLAME_PX } from './flame.ts'
import '../words.ts'

export default function FireLegend() {
  const { t } = useTranslation('fires')
  const theme = usePage((state) => state.theme)
  const items = fireAgeColours(theme).map((colour, i) => ({
    swatch: (
      <svg width="0.75rem" height="0.875rem" viewBox={`3 0 12 ${FLAME_PX}`} aria-hidden="true">
        <path d={FLAME} fill={colour} stroke={FIRE_COLOUR[theme]} strokeWidth="1.4" />
      </svg>
    ),
    label: FIRE_AGE_TICKS[i]!,
  }))
  return <Legend label={t('legendAge')} items={items} />
}
