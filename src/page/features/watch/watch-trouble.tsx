import { useTranslation } from 'react-i18next'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../live/alarms/use-watch-query.ts'
import { useNow } from '../../live/time/use-now.ts'
import { strings } from './strings.ts'
import styles from './watch.module.css'

addWords('watch', strings)

/** More of one file would hide what else is wrong; the log of the server has them all. */
const FAULTS_SHOWN = 1
const ASK_EVERY_MS = MINUTE_MS
/** A stream that is away for less comes back before anybody needs to know. */
const TOLD_AFTER_MS = 30 * SECOND_MS

/** What keeps the word of the watch from people: the page hears nothing of it, or a channel brings nothing out. */
export default function WatchTrouble() {
  const { t } = useTranslation('watch')
  const { utcTime } = useFormat()
  const nowMs = useNow()
  const line = useAlarmLog((state) => state.line)
  const { data } = useWatchQuery(['channels'], (access, signal) => access.channels(signal), ASK_EVERY_MS)
  const { data: rights } = useWatchQuery(['rights'], (access, signal) => access.rights(signal), ASK_EVERY_MS)
  const faults = rights?.faults ?? []
  const broken = (data?.channels ?? []).filter((channel) => channel.broken)
  const isSilent = line.kind === 'broken' && nowMs - line.sinceMs > TOLD_AFTER_MS
  if (broken.length === 0 && faults.length === 0 && !isSilent) return null
  return (
    <ul className={styles.trouble} aria-label={t('trouble')}>
      {isSilent ? <li>{t('silent', { time: utcTime(line.sinceMs, true) })}</li> : null}
      {broken.map(({ id, leadsTo }) => (
        <li key={id}>{t('channelBroken', { id, to: leadsTo })}</li>
      ))}
      {faults.map(({ name, problems }) => (
        <li key={name}>
          {t(name.startsWith('stored ') ? 'stateSetAside' : 'fileRefused', { name })}{' '}
          <span lang="en">{problems.slice(0, FAULTS_SHOWN).join('; ')}</span>
        </li>
      ))}
    </ul>
  )
}
