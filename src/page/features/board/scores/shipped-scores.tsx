import shipped from '../../../../../data/nowcast-scores.json' with { type: 'json' }
import { useWords } from '../../../i18n/use-words.ts'
import { FiguresTable } from './figures-table.tsx'
import styles from './scores.module.css'
import { scoresStrings } from './scores-strings.ts'

const COLUMNS = ['event', 'onsets', 'csi', 'motion', 'halo', 'calibration', 'skill', 'arrivals'] as const

/**
 * Scores of the shipped weights on recorded storms, each excluded from its fit: available before this server has a
 * history.
 */
export function ShippedScores() {
  const t = useWords('scores', scoresStrings)
  const { events, ringKm, minutes } = shipped
  const rows = events.map((each) => [
    each.event,
    each.onsets,
    each.csi.toFixed(2),
    each.motionCsi.toFixed(2),
    each.haloCsi.toFixed(2),
    each.calibrationError.toFixed(3),
    each.brierSkill.toFixed(2),
    t('shipped.within', { percent: each.withinPercent, cases: each.arrivals }),
  ])
  return (
    <section aria-label={t('shipped.title')}>
      <h3>{t('shipped.title')}</h3>
      <p className={styles.note}>{t('shipped.explain', { events: events.length, km: ringKm, minutes })}</p>
      <FiguresTable names={COLUMNS.map((column) => t(`shipped.column.${column}`))} rows={rows} isWordy />
    </section>
  )
}
