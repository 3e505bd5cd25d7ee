import { useTranslation } from 'react-i18next'
import { dataMark } from '../i18n/data-mark.ts'
import { useFormat } from '../i18n/format.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { useNow } from '../live/time/use-now.ts'
import styles from './paper-head.module.css'

/** On paper only, without the bar: source, time of printing, and a label of simulated data. */
export function PaperHead() {
  const { t } = useTranslation('page')
  const { config } = useServerConnection()
  const { utcDateTime } = useFormat()
  const now = useNow()
  const said = [t('product'), dataMark(config, t), utcDateTime(now, true), t('notice')]
  return <p className={styles.paper}>{said.filter(Boolean).join(' · ')}</p>
}
