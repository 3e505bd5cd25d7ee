import type { AccumulationKind } from '../../../core/accumulations/cell-sums.ts'
import { useWords } from '../../i18n/use-words.ts'
import { usePage } from '../../state/page-store.ts'
import { Legend, RampLegend } from '../../ui/legend.tsx'
import { classTicks, legendColours } from './sums-scale.ts'
import { sumsStrings } from './sums-strings.ts'

/** What the colours mean, in numbers, and the hatching. */
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
              swatch: (
                <svg width="0.875rem" height="0.75rem" viewBox="0 0 14 12" aria-hidden="true">
                  <path
                    d="M0 12 12 0M-4 8 4 0M6 14 16 4"
                    stroke="currentColor"
                    strokeWidth="1.2"
                    strokeDasharray="1.5 2"
                  />
                </svg>
              ),
              label: t('hatched'),
            },
          ]}
        />
      ) : null}
    </>
  )
}
