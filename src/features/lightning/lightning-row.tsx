import { useTranslation } from 'react-i18next'
import { PALETTE_NAMES } from '../../core/age-ramp.ts'
import { WEAK_LOOKS } from '../../core/strike-choice.ts'
import { useShell, WINDOW_MINUTES } from '../../shell/shell-store.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { LightningLegend } from './lightning-legend.tsx'
import styles from './lightning-row.module.css'
import type { Phrase } from './lightning-status.ts'
import { useRowStatus } from './use-row-status.ts'

const WINDOW_OPTIONS = WINDOW_MINUTES.map((value) => ({ value: value as number, label: String(value) }))

/** The layer in words, renewed once a second whatever comes in between. */
export default function LightningRow() {
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
      <details className={styles.choices}>
        <summary>{t('display')}</summary>
        <div className={styles.choice}>
          <span aria-hidden="true">{t('count.label')}</span>
          <Segmented
            label={t('count.label')}
            value={choice.records ? 'records' : 'strokes'}
            options={[
              { value: 'strokes', label: t('count.strokes') },
              { value: 'records', label: t('count.records') },
            ]}
            onChange={(value) => chooseStrikes({ records: value === 'records' })}
          />
        </div>
        <p className={styles.detail}>{t('count.note')}</p>
        <div className={styles.choice}>
          <span aria-hidden="true">{t('weak.label')}</span>
          <Segmented
            label={t('weak.label')}
            value={choice.weak}
            options={WEAK_LOOKS.map((value) => ({ value, label: t(`weak.${value}`) }))}
            onChange={(weak) => chooseStrikes({ weak })}
          />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">{t('farOut.label')}</span>
          <Segmented
            label={t('farOut.label')}
            value={choice.density ? 'density' : 'marks'}
            options={[
              { value: 'density', label: t('farOut.density') },
              { value: 'marks', label: t('farOut.marks') },
            ]}
            onChange={(value) => chooseStrikes({ density: value === 'density' })}
          />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">{t('palette.label')}</span>
          <Segmented
            label={t('palette.label')}
            value={choice.palette}
            options={PALETTE_NAMES.map((value) => ({ value, label: t(`palette.${value}`) }))}
            onChange={(palette) => chooseStrikes({ palette })}
          />
        </div>
      </details>
      <LightningLegend windowMinutes={windowMinutes} />
    </div>
  )
}
