import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { bandsOf, bandTicks } from '../../../../core/strikes/age-ramp.ts'
import type { Polarity } from '../../../../core/strikes/strike.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { usePage } from '../../../state/page-store.ts'
import { Legend, RampLegend } from '../../../ui/legend.tsx'
import { polarityUpToS } from '../layer/mark-uniforms.ts'
import { StrikeGlyph } from './strike-glyph.tsx'
import { useKnowsPolarity } from './use-knows-polarity.ts'
import '../words.ts'

const POLARITIES: { polarity: Polarity; word: string }[] = [
  { polarity: 1, word: 'positive' },
  { polarity: -1, word: 'negative' },
  { polarity: 0, word: 'unknown' },
]

/** Colours and shapes of strikes; memoised separately from the counts, which change each second. */
export default memo(function LightningLegend() {
  const { t } = useTranslation('lightning')
  const knowsPolarity = useKnowsPolarity()
  const areShapesDrawn = usePage(({ strikeDisplay, view }) => polarityUpToS(strikeDisplay.polarity, view.zoom) > 0)
  return (
    <>
      <AgeLegend />
      {knowsPolarity && areShapesDrawn ? (
        <Legend
          label={t('polarity')}
          items={POLARITIES.map(({ polarity, word }) => ({
            swatch: <StrikeGlyph polarity={polarity} />,
            label: t(word),
          }))}
        />
      ) : null}
    </>
  )
})

/** The colours of the window's ages with the minutes at which they change. */
function AgeLegend() {
  const { t } = useTranslation('lightning')
  const windowMinutes = usePage((state) => state.windowMinutes)
  const theme = usePage((state) => state.theme)
  const palette = usePage((state) => state.strikeDisplay.palette)
  const bands = bandsOf(windowMinutes * MINUTE_MS, palette, theme)
  return (
    <RampLegend
      label={t('age')}
      colours={bands.map(({ colour }) => colour)}
      ticks={bandTicks(bands, {
        seconds: (count) => t('seconds', { count }),
        minutes: (count) => t('minutes', { count }),
      })}
    />
  )
}
