import type { AccumulationKind } from '../../../core/accumulations/cell-sums.ts'
import { useWords } from '../../i18n/use-words.ts'
import { usePage } from '../../state/page-store.ts'
import { HatchedSwatch, Legend, RampLegend } from '../../ui/legend.tsx'
import { classTicks, legendColours } from './sums-scale.ts'
import { sumsStrings } from './sums-strings.ts'

/** The colours with their numbers, and the hatching. */
export function SumsLegend({ kind, isHatched }: { kind: AccumulationKind; isHatched: boolean }) {
  const t = useWords('sums', sumsStrings)
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
