import { useTranslation } from 'react-i18next'
import { wholeMinute } from '../../core/time/durations.ts'
import { dataMark } from '../i18n/data-mark.ts'
import { useFormat } from '../i18n/format.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { useOfNow } from '../live/time/use-now.ts'
import styles from './paper-head.module.css'

/** On paper only, without the bar: source, minute of printing, and a label of simulated data. */
export function PaperHead() {
  const { t } = useTranslation('page')
  const { config } = useServerConnection()
  const { utcDateTime } = useFormat()
  const minuteMs = useOfNow(wholeMinute)
  const said = [t('product'), dataMark(config, t), utcDateTime(minuteMs), t('notice')]
  return <p className={styles.paper}>{said.filter(Boolean).join(' · ')}</p>
}
