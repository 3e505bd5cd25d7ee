import { useTranslation } from 'react-i18next'
import { bandsOf, bandTicks } from '../../core/age-ramp.ts'
import type { Polarity } from '../../core/strike.ts'
import { useShell } from '../../shell/shell-store.ts'
import { Legend, RampLegend } from '../../ui/legend.tsx'
import { StrikeGlyph } from './strike-glyph.tsx'
import './words.ts'

const POLARITIES: { polarity: Polarity; word: string }[] = [
  { polarity: 1, word: 'positive' },
  { polarity: -1, word: 'negative' },
  { polarity: 0, word: 'unknown' },
]

/** What the colours and the shapes of strikes mean. */
export function LightningLegend({ windowMinutes }: { windowMinutes: number }) {
  const { t } = useTranslation('lightning')
  return (
    <>
      <AgeLegend windowMinutes={windowMinutes} />
      <Legend
        label={t('polarity')}
        items={POLARITIES.map(({ polarity, word }) => ({
          swatch: <StrikeGlyph polarity={polarity} />,
          label: t(word),
        }))}
      />
    </>
  )
}

/** The colours of the window's ages with the minutes at which they change. */
function AgeLegend({ windowMinutes }: { windowMinutes: number }) {
  const { t } = useTranslation('lightning')
  const theme = useShell((state) => state.theme)
  const palette = useShell((state) => state.strikeChoice.palette)
  const bands = bandsOf(windowMinutes * 60_000, palette, theme)
  return (
    <RampLegend
      label={t('age')}
      colours={bands.map(({ colour }) => colour)}
      ticks={bandTicks(bands, (count) => t('minutes', { count }))}
    />
  )
}
