import { Activity } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_PATHS } from '../../../contract/api-paths.ts'
import type { LinkStatus } from '../../../contract/brontide.ts'
import { type HistoryStatus, type Status, statusSchema } from '../../../contract/server/status.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { countText } from '../../../core/util/format.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import { Loading, Notice, RawText } from '../../ui/notice.tsx'
import { PopoverSheet } from '../../ui/popover-sheet.tsx'
import styles from './server-status.module.css'

addWords(import.meta.glob('../../../locales/*/server.json', { eager: true, import: 'default' }))

const ASK_EVERY_MS = 5_000
const GAPS_SHOWN = 5

/** Server status with connections, quota and viewers, polled while visible. */
export function ServerStatus() {
  const { t: own } = useTranslation('server')
  return (
    <PopoverSheet
      label={own('open')}
      title={own('title')}
      icon={<Activity size={16} aria-hidden="true" />}
      className={styles.trigger}
    >
      <StatusList />
    </PopoverSheet>
  )
}

function StatusList() {
  const { t: own } = useTranslation('server')
  const { status, failed } = useStatus()
  return (
    <>
      <h2 className={styles.title}>{own('title')}</h2>
      {failed ? <Notice tone="bad" title={own('failed')} /> : null}
      {status ? <Facts status={status} /> : failed ? null : <Loading label={own('loading')} lines={8} />}
    </>
  )
}

function useStatus() {
  const { ask, clock } = useServerConnection()
  const [state, setState] = useState<{ status: Status | null; failed: boolean }>({ status: null, failed: false })
  useEffect(() => {
    const abort = new AbortController()
    // The next poll follows soon, and a failure must show at once.
    const { signal } = abort
    const look = () =>
      ask(API_PATHS.status, statusSchema, { retries: 0, signal }).then(
        (status) => setState({ status, failed: false }),
        () => signal.aborted || setState((held) => ({ ...held, failed: true })),
      )
    void look()
    const stop = clock.every(ASK_EVERY_MS, () => void look())
    return () => {
      stop()
      abort.abort()
    }
  }, [ask, clock])
  return state
}

function Facts({ status }: { status: Status }) {
  const { t: own } = useTranslation('server')
  const { t: ofLink } = useTranslation('link')
  const { utcTime, utcDateTime, list } = useFormat()
  const { links, slots, rest, points, cache, viewers, gaps, setAside } = status
  const time = (text: string) => utcTime(parseInstantMs(text) ?? 0, true)
  const feeds = { lightning: ofLink('lightning'), metar: ofLink('metar') }
  return (
    <dl className={styles.facts}>
      <Fact name={feeds.lightning}>
        <Line link={links.lightning} />
      </Fact>
      <Fact name={feeds.metar}>
        <Line link={links.metar} />
      </Fact>
      <Fact name={own('slots')}>{own('slotsValue', slots)}</Fact>
      <Fact name={own('requests')}>
        {own('requestsValue', { ...rest, total: countText(rest.total), failed: countText(rest.failed) })}
      </Fact>
      <Fact name={own('points')}>
        {points.budgetPerDay === 0
          ? own('pointsNone')
          : list([
              own('pointsValue', { spent: countText(points.spentToday), budget: countText(points.budgetPerDay) }),
              points.exhausted ? own('exhausted', { time: time(points.resetsAt) }) : '',
            ])}
      </Fact>
      <Fact name={own('cache')}>
        {own('cacheValue', { hits: countText(cache.hits), misses: countText(cache.misses) })}
      </Fact>
      <Fact name={own('viewers')}>{own('viewersValue', viewers)}</Fact>
      <Fact name={own('gaps')}>
        {gaps.length === 0 ? own('gapsNone') : countText(gaps.length)}
        {gaps.slice(-GAPS_SHOWN).map(({ feed, from, to }) => (
          <div key={feed + from}>{own('gap', { feed: feeds[feed], from: time(from), to: time(to) })}</div>
        ))}
      </Fact>
      <Fact name={own('setAside')}>
        {own('setAsideValue', {
          bad: countText(setAside.badRecords),
          duplicates: countText(setAside.duplicates),
        })}
      </Fact>
      <Fact name={own('history')}>{status.history ? <Kept history={status.history} /> : own('historyNone')}</Fact>
      <Fact name={own('running')}>{utcDateTime(parseInstantMs(status.startedAt) ?? 0)}</Fact>
      <Fact name={own('version')}>{status.version}</Fact>
    </dl>
  )
}

function Line({ link }: { link: LinkStatus }) {
  const { t: own } = useTranslation('server')
  const { t } = useTranslation('page')
  const { utcTime, age, list } = useFormat()
  const now = useNow()
  const heardMs = parseInstantMs(link.lastMessageAt)
  return (
    <>
      {own('line', {
        state: own(`state.${link.state}`),
        since: utcTime(parseInstantMs(link.since) ?? 0, true),
      })}
      <div>
        {list([
          heardMs === null ? own('never') : own('lastMessage', { age: age(now - heardMs) }),
          link.reconnects > 0 ? own('reconnects', { count: link.reconnects }) : '',
        ])}
      </div>
      {link.lastError ? <RawText label={t('technical')} text={link.lastError} /> : null}
    </>
  )
}

/** Stored history; the reason for a degraded state is in the server's own words, under details. */
function Kept({ history }: { history: HistoryStatus }) {
  const { t: own } = useTranslation('server')
  const { t } = useTranslation('page')
  const megabytes = countText(Math.round(history.bytes / 1e6))
  return (
    <>
      {own('historyValue', { hours: history.hours, strikes: countText(history.strikes), megabytes })}
      {history.notice ? <RawText label={t('technical')} text={history.notice} /> : null}
      {history.state === 'degraded' ? (
        <Notice tone="bad" title={own('historyDegraded')} raw={{ label: t('technical'), text: history.why ?? '' }} />
      ) : null}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
