import { useTranslation } from 'react-i18next'
import { useContract } from './contract-context.ts'
import { useFormat } from './format.ts'
import styles from './paper-head.module.css'
import { useNow } from './use-now.ts'

/** On paper alone, where no bar says it: whose it is, when it was printed, and that it is made up where it is. */
export function PaperHead() {
  const { t } = useTranslation('shell')
  const { config } = useContract()
  const { utcDateTime } = useFormat()
  const now = useNow()
  const said = [t('product'), config.simulated ? t('simulated') : '', utcDateTime(now, true), t('notice')]
  return <p className={styles.paper}>{said.filter(Boolean).join(' · ')}</p>
}
