import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedChannel } from '../../../../contract/watch/alarms.ts'
import { SECOND_MS } from '../../../../core/time/durations.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useRights, useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { Notice, RawText } from '../../../ui/notice.tsx'
import { WhyNotNote } from '../acknowledge-form.tsx'
import styles from '../watch.module.css'
import { ListState } from './list-state.tsx'
import { useChange } from './use-change.ts'

/** After a test message the state is polled at this interval. */
const ASK_EVERY_MS = 5 * SECOND_MS

/** The channels: target and state of each, with a test for users with permission. */
export function Channels() {
  const { t } = useTranslation('shift')
  const rights = useRights()
  const { data, isError } = useWatchQuery(['channels'], (access, signal) => access.channels(signal), ASK_EVERY_MS)
  return (
    <>
      <p className="faint">{t('whatChannel')}</p>
      {data?.channels.length ? <WhyNotNote to="test" why={rights?.configure ?? null} /> : null}
      <ListState list={data?.channels} isError={isError} label={t('title.channels')} lines={4} none={t('noChannels')} />
      <ul aria-label={t('title.channels')}>
        {data?.channels.map((channel) => (
          <li key={channel.id} className={styles.row}>
            <Faring channel={channel} />
            {rights?.configure === null ? <Test channel={channel} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function Faring({ channel }: { channel: ListedChannel }) {
  const { id, kind, leadsTo, waiting, lastSuccessAt, lastReceipt, lastError, broken, dead } = channel
  const { t } = useTranslation('shift')
  const { t: page } = useTranslation('page')
  const { utcDateTime } = useFormat()
  const last =
    lastSuccessAt === null ? t('neverOut') : t('lastOut', { time: utcDateTime(Date.parse(lastSuccessAt), true) })
  const facts = [
    last,
    waiting > 0 ? t('waiting', { count: waiting }) : null,
    dead.length > 0 ? t('givenUp', { count: dead.length }) : null,
  ]
  return (
    <div className={styles.faring}>
      <p>
        <strong>{id}</strong> {[t(`channelKind.${kind}`, { defaultValue: kind }), leadsTo].join(' · ')}
      </p>
      <p className="faint">{facts.filter(Boolean).join(' · ')}</p>
      {broken ? <Notice tone="bad" title={t('broken')} /> : null}
      {lastError ? (
        <Notice tone="warn" title={t('lastFailed')} raw={{ label: page('technical'), text: lastError }} />
      ) : null}
      {lastReceipt && !lastError ? <RawText label={page('technical')} text={lastReceipt} /> : null}
    </div>
  )
}

function Test({ channel: { id, lastSuccessAt } }: { channel: ListedChannel }) {
  const { t } = useTranslation('shift')
  const [lastBefore, setLastBefore] = useState<string | null>(null)
  const { submit, isSending, isFailed, isDone } = useChange((access) => {
    setLastBefore(lastSuccessAt)
    return access.testChannel(id)
  })
  return (
    <form className={`fields ${styles.form}`} onSubmit={submit}>
      <button type="submit" className={styles.submit} disabled={isSending}>
        {t('sendTest')}
      </button>
      <p role="status" className="faint">
        {isDone ? t(lastSuccessAt === lastBefore ? 'testSent' : 'outSinceTest') : null}
      </p>
      {isFailed ? <Notice tone="bad" title={t('testNotSent')} detail={t('notSavedDetail')} /> : null}
    </form>
  )
}
