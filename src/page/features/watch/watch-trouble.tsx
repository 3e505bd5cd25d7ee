import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AT_FAULTS, type Rights } from '../../../contract/watch/rights.ts'
import { problemText } from '../../../core/problems/problem-text.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { joinText } from '../../../core/util/join-text.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../live/alarms/use-watch-query.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { usePage } from '../../state/page-store.ts'
import { ProblemDetails } from './problem-details.tsx'
import styles from './watch.module.css'

addWords(import.meta.glob('../../../locales/*/{watch,problems}.json', { eager: true, import: 'default' }))

/** Maximum shown problems per file; the server's log has all. */
const FAULTS_SHOWN = 1
/** Prefix of stored state in fault names, before its kind. */
const STORED = 'stored '
const ASK_EVERY_MS = MINUTE_MS
/** Shorter interruptions are not shown. */
const TOLD_AFTER_MS = 30 * SECOND_MS

/** Failures that keep alarms from people: the page is disconnected, or a channel fails. */
export default function WatchTrouble() {
  const { t } = useTranslation('watch')
  const { utcTime } = useFormat()
  const line = useAlarmLog((state) => state.line)
  const isSilent = useOfNow((nowMs) => line.kind === 'broken' && nowMs - line.sinceMs > TOLD_AFTER_MS)
  const { data } = useWatchQuery(['channels'], (access, signal) => access.channels(signal), ASK_EVERY_MS)
  const { data: rights, refetch } = useWatchQuery(['rights'], (access, signal) => access.rights(signal), ASK_EVERY_MS)
  // The end of a session interrupts the alarms: another user may have signed in since.
  useEffect(() => {
    if (line.kind === 'live') void refetch()
  }, [line.kind, refetch])
  const faults = rights?.faults ?? []
  const broken = (data?.channels ?? []).filter((channel) => channel.broken)
  if (broken.length === 0 && faults.length === 0 && !isSilent) return null
  return (
    <ul className={styles.trouble} aria-label={t('trouble')}>
      {isSilent && line.kind === 'broken' ? <li>{t('silent', { time: utcTime(line.sinceMs, true) })}</li> : null}
      {broken.map(({ id, leadsTo }) => (
        <li key={id}>{t('channelBroken', { id, to: leadsTo })}</li>
      ))}
      {faults.map((fault) => (
        <li key={fault.name}>
          <FaultText {...fault} />
        </li>
      ))}
    </ul>
  )
}

/** The problems of one settings file, or of one kind of stored state. */
function FaultText({ name, problems, more }: NonNullable<Rights['faults']>[number]) {
  const { t } = useTranslation('watch')
  const lang = usePage((state) => state.lang)
  const said = problems.slice(0, FAULTS_SHOWN).map((problem) => problemText(problem, lang))
  const others = problems.length - said.length + more
  const isState = name.startsWith(STORED)
  const { clauses, colon } = joinText(lang)
  const ofOthers = name === AT_FAULTS ? 'placesAt' : 'fileRefused'
  const head = t(isState ? 'stateSetAside' : ofOthers, { name: isState ? name.slice(STORED.length) : name })
  return (
    <>
      {colon(head, clauses([...said, ...(others > 0 ? [t('moreFaults', { count: others })] : [])]))}
      <ProblemDetails problems={problems.slice(0, FAULTS_SHOWN)} />
    </>
  )
}
