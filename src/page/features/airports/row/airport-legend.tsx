import { useTranslation } from 'react-i18next'
import { CATEGORIES } from '../../../../core/metar/flight-category.ts'
import { CategoryRing } from '../../../airport/category-ring.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { Legend } from '../../../ui/legend.tsx'

addWords(import.meta.glob('../../../../locales/*/airports.json', { eager: true, import: 'default' }))

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
