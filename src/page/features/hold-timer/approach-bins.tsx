import { useTranslation } from 'react-i18next'
import { APPROACH_BIN_MS, type HoldTimer } from '../../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { loadingKey } from '../../airport/hold-timer-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import styles from './hold-timer.module.css'

const BIN_MINUTES = APPROACH_BIN_MS / MINUTE_MS

/** The nearest strike of each five minutes, the oldest first. */
export function ApproachBins({ holdTimer }: { holdTimer: HoldTimer }) {
  const { t } = useTranslation('clock')
  const { distance } = useFormat()
  const { nowMs, watch } = holdTimer
  const bins = holdTimer
    .approachBins()
    .map((bin, i) => {
      const toMs = nowMs - i * APPROACH_BIN_MS
      const isWatched = watch.gaps.every((gap) => gap.toMs <= toMs - APPROACH_BIN_MS || gap.fromMs >= toMs)
      const name = `${i * BIN_MINUTES}–${(i + 1) * BIN_MINUTES}`
      const text = bin
        ? quantityText(distance(bin.km))
        : t(
            isWatched
              ? 'approach.noStrike'
              : watch.isLoading
                ? `approach.${loadingKey({ watch })}`
                : 'approach.unobserved',
          )
      return { name, text, isKnown: bin !== null || isWatched }
    })
    .reverse()
  return (
    <div>
      <h4 className={styles.label}>{t('approach.title')}</h4>
      <ol className={styles.bins}>
        {bins.map(({ name, text, isKnown }) => (
          <li key={name} data-known={isKnown}>
            <span className={styles.binName}>{name}</span>
            <span className={styles.binValue}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
