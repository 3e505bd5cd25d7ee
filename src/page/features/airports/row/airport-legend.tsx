import { useTranslation } from 'react-i18next'
import { CATEGORIES } from '../../../../core/metar/flight-category.ts'
import { CategoryRing } from '../../../airport/category-ring.tsx'
import { Legend } from '../../../ui/legend.tsx'

/** The ring of each flight category in the legend of the desk. */
export default function AirportLegend() {
  const { t } = useTranslation('airports')
  return (
    <Legend
      label={t('row.legend')}
      items={CATEGORIES.map((category) => ({
        swatch: <CategoryRing category={category} />,
        label: t(`category.${category}`),
      }))}
    />
  )
}
