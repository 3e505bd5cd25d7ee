import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import styles from '../../ui/styles/map-note.module.css'
import sums from './sums.module.css'
import { SumsLegend } from './sums-legend.tsx'
import { useSums } from './use-sums.ts'

/** Along the bottom of a wall's map: quantity, period and colours of the sums. */
export default function SumsNote() {
  const { t } = useTranslation('sums')
  const { age } = useFormat()
  const { kind, period } = usePage((state) => state.sums)
  const { told, failed } = useSums()
  const said = told?.said
  const trouble =
    said?.kind === 'known'
      ? said.isPart && t('part', { part: age(said.unknownMs), whole: age(said.lengthMs) })
      : said
        ? t(said.kind === 'unknown' ? 'unknown' : 'noStrikes')
        : failed && t('failed')
  return (
    <div className={styles.note}>
      <p>
        {t(`kind.${kind}`)} {t(`periods.${period}`)}{' '}
        {trouble ? <strong className={sums.trouble}>{trouble}</strong> : null}
      </p>
      <SumsLegend kind={kind} isHatched={said?.kind === 'unknown' || (said?.kind === 'known' && said.isPart)} />
    </div>
  )
}
