import { useTranslation } from 'react-i18next'
import { usePage } from '../../state/page-store.ts'
import { Legend } from '../../ui/legend.tsx'
import { DEPTHS } from './marks.ts'
import './words.ts'

export function EarthquakeLegend() {
  const { t } = useTranslation('earthquakes')
  const theme = usePage((state) => state.theme)
  const items = DEPTHS.map((depth) => ({
    label: t(depth.name),
    swatch: (
      <svg width="0.75rem" height="0.75rem" viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="4.5" fill="none" stroke={depth[theme]} strokeWidth="2" />
      </svg>
    ),
  }))
  return <Legend label={t('depth')} items={items} />
}
