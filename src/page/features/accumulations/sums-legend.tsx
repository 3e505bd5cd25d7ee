import { useTranslation } from 'react-i18next'
import type { AccumulationKind } from '../../../core/accumulations/cell-sums.ts'
import { addWords } from '../../i18n/add-words.ts'
import { usePage } from '../../state/page-store.ts'
import { HatchedSwatch, Legend, RampLegend } from '../../ui/legend.tsx'
import { classTicks, legendColours } from './sums-scale.ts'

addWords(import.meta.glob('../../../locales/*/sums.json', { eager: true, import: 'default' }))

export function SumsLegend({ kind, isHatched }: { kind: AccumulationKind; isHatched: boolean }) {
  const { t } = useTranslation('sums')
  const theme = usePage((state) => state.theme)
  return (
    <>
      <RampLegend label={t(`kind.${kind}`)} colours={legendColours(theme)} ticks={classTicks(kind)} />
      {isHatched ? (
        <Legend
          label={t('coverage')}
          items={[
            {
              swatch: <HatchedSwatch />,
              label: t('hatched'),
            },
          ]}
        />
      ) : null}
    </>
  )
}
