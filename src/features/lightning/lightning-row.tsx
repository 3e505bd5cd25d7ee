import { useTranslation } from 'react-i18next'
import { bandsOf } from '../../core/age-ramp.ts'
import type { Polarity } from '../../core/strike.ts'
import { WEAK_LOOKS } from '../../core/strike-choice.ts'
import { useShell, WINDOW_MINUTES } from '../../shell/shell-store.ts'
import { Legend, RampLegend } from '../../ui/legend.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './lightning-row.module.css'
import type { Phrase } from './lightning-status.ts'
import { StrikeGlyph } from './strike-glyph.tsx'
import { useRowStatus } from './use-row-status.ts'

const WINDOW_OPTIONS = WINDOW_MINUTES.map((value) => ({ value: value as number, label: String(value) }))
const POLARITIES: { polarity: Polarity; word: string }[] = [
  { polarity: 1, word: 'positive' },
  { polarity: -1, word: 'negative' },
  { polarity: 0, word: 'unknown' },
]

/** The layer in words, renewed once a second whatever comes in between. */
export function LightningRow() {
  const { t } = useTranslation('lightning')
  const windowMinutes = useShell((state) => state.windowMinutes)
  const choice = useShell((state) => state.strikeChoice)
  const chooseStrikes = useShell((state) => state.chooseStrikes)
  const setWindowMinutes = useShell((state) => state.setWindowMinutes)
  const { tone, headline, details, spoken } = useRowStatus()
  const say = ({ key, values }: Phrase) => t(key, values)

  return (
    <div className={styles.row}>
      <p className={styles.headline} data-tone={tone}>
        {say(headline)}
      </p>
      {details.map((detail) => (
        <p key={detail.key} className={styles.detail}>
          {say(detail)}
        </p>
      ))}
      <p role="status" className="visually-hidden">
        {say(spoken)}
      </p>
      <div className={styles.window}>
        <Segmented label={t('window')} value={windowMinutes} options={WINDOW_OPTIONS} onChange={setWindowMinutes} />
        <span aria-hidden="true">{t('min')}</span>
      </div>
      <div className={styles.choices}>
        <Segmented
          label={t('count.label')}
          value={choice.records ? 'records' : 'strokes'}
          options={[
            { value: 'strokes', label: t('count.strokes') },
            { value: 'records', label: t('count.records') },
          ]}
          onChange={(value) => chooseStrikes({ records: value === 'records' })}
        />
        <div className={styles.choice}>
          <span aria-hidden="true">{t('weak.label')}</span>
          <Segmented
            label={t('weak.label')}
            value={choice.weak}
            options={WEAK_LOOKS.map((value) => ({ value, label: t(`weak.${value}`) }))}
            onChange={(weak) => chooseStrikes({ weak })}
          />
        </div>
      </div>
      <AgeLegend windowMinutes={windowMinutes} />
      <Legend
        label={t('polarity')}
        items={POLARITIES.map(({ polarity, word }) => ({
          swatch: <StrikeGlyph polarity={polarity} />,
          label: t(word),
        }))}
      />
    </div>
  )
}

/** The colours of the window's ages with the minutes at which they change. */
function AgeLegend({ windowMinutes }: { windowMinutes: number }) {
  const { t } = useTranslation('lightning')
  const light = useShell((state) => state.theme === 'light')
  const bands = bandsOf(windowMinutes * 60_000)
  const ends = bands.map(({ untilMs }) => (untilMs < 60_000 ? `${untilMs / 1_000} s` : String(untilMs / 60_000)))
  const last = ends.length - 1
  return (
    <RampLegend
      label={t('age')}
      colours={bands.map((band) => (light ? band.light : band.dark))}
      ticks={['0', ...ends.map((end, i) => (i === last ? t('minutes', { count: end }) : end))]}
    />
  )
}
