import { Activity } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryStatus, LinkStatus, Status } from '../contract/brontide.ts'
import { parseInstantMs } from '../contract/time.ts'
import { countText } from '../core/format.ts'
import { Loading, Notice } from '../ui/notice.tsx'
import { useContract } from './contract-context.ts'
import { useFormat } from './format.ts'
import styles from './server-status.module.css'
import settings from './settings.module.css'
import { useNow } from './use-now.ts'

const ASK_EVERY_MS = 5_000
const GAPS_SHOWN = 5

/** What the server says of its lines, its quota and its viewers, for as long as somebody looks. */
export function ServerStatus() {
  const { t } = useTranslation('shell')
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${settings.trigger} ${styles.trigger}`}
        aria-label={t('server.open')}
        title={t('server.open')}
      >
        <Activity size={16} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={settings.sheet}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('server.title')}
        >
          <StatusList />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function StatusList() {
  const { t } = useTranslation('shell')
  const { status, failed } = useStatus()
  return (
    <>
      <h2 className={styles.title}>{t('server.title')}</h2>
      {failed ? <Notice tone="bad" title={t('server.failed')} /> : null}
      {status ? <Facts status={status} /> : failed ? null : <Loading label={t('server.loading')} lines={8} />}
    </>
  )
}

function useStatus() {
  const { serverStatus, clock } = useContract()
  const [state, setState] = useState<{ status: Status | null; failed: boolean }>({ status: null, failed: false })
  useEffect(() => {
    const abort = new AbortController()
    const ask = () =>
      serverStatus(abort.signal).then(
        (status) => setState({ status, failed: false }),
        () => abort.signal.aborted || setState((held) => ({ ...held, failed: true })),
      )
    void ask()
    const stop = clock.every(ASK_EVERY_MS, () => void ask())
    return () => {
      stop()
      abort.abort()
    }
  }, [serverStatus, clock])
  return state
}

function Facts({ status }: { status: Status }) {
  const { t } = useTranslation('shell')
  const { utcTime, utcDateTime } = useFormat()
  const { links, slots, rest, points, cache, viewers, gaps, setAside } = status
  const time = (text: string) => utcTime(parseInstantMs(text) ?? 0, true)
  const feeds = { lightning: t('link.lightning'), metar: t('link.metar') }
  return (
    <dl className={styles.facts}>
      <Fact name={feeds.lightning}>
        <Line link={links.lightning} />
      </Fact>
      <Fact name={feeds.metar}>
        <Line link={links.metar} />
      </Fact>
      <Fact name={t('server.slots')}>{t('server.slotsValue', slots)}</Fact>
      <Fact name={t('server.requests')}>
        {t('server.requestsValue', { ...rest, total: countText(rest.total), failed: countText(rest.failed) })}
      </Fact>
      <Fact name={t('server.points')}>
        {points.budgetPerDay === 0
          ? t('server.pointsNone')
          : t('server.pointsValue', { spent: countText(points.spentToday), budget: countText(points.budgetPerDay) })}
        {points.budgetPerDay > 0 && points.exhausted
          ? `, ${t('server.exhausted', { time: time(points.resetsAt) })}`
          : ''}
      </Fact>
      <Fact name={t('server.cache')}>
        {t('server.cacheValue', { hits: countText(cache.hits), misses: countText(cache.misses) })}
      </Fact>
      <Fact name={t('server.viewers')}>{t('server.viewersValue', viewers)}</Fact>
      <Fact name={t('server.gaps')}>
        {gaps.length === 0 ? t('server.gapsNone') : countText(gaps.length)}
        {gaps.slice(-GAPS_SHOWN).map(({ feed, from, to }) => (
          <div key={feed + from}>{t('server.gap', { feed: feeds[feed], from: time(from), to: time(to) })}</div>
        ))}
      </Fact>
      <Fact name={t('server.setAside')}>
        {t('server.setAsideValue', {
          bad: countText(setAside.badRecords),
          duplicates: countText(setAside.duplicates),
        })}
      </Fact>
      <Fact name={t('server.history')}>
        {status.history ? <Kept history={status.history} /> : t('server.historyNone')}
      </Fact>
      <Fact name={t('server.running')}>{utcDateTime(parseInstantMs(status.startedAt) ?? 0)}</Fact>
      <Fact name={t('server.version')}>{status.version}</Fact>
    </dl>
  )
}

function Line({ link }: { link: LinkStatus }) {
  const { t } = useTranslation('shell')
  const { utcTime, age } = useFormat()
  const now = useNow()
  const heardMs = parseInstantMs(link.lastMessageAt)
  return (
    <>
      {t('server.line', {
        state: t(`server.state.${link.state}`),
        since: utcTime(parseInstantMs(link.since) ?? 0, true),
      })}
      <div>
        {heardMs === null ? t('server.never') : t('server.lastMessage', { age: age(now - heardMs) })}
        {link.reconnects > 0 ? `, ${t('server.reconnects', { n: link.reconnects })}` : ''}
      </div>
      {link.lastError ? <div>{link.lastError}</div> : null}
    </>
  )
}

/** What is on disk. Why it is not kept as it should be is in the server's own words. */
function Kept({ history }: { history: HistoryStatus }) {
  const { t } = useTranslation('shell')
  const megabytes = countText(Math.round(history.bytes / 1e6))
  return (
    <>
      {t('server.historyValue', { hours: history.hours, strikes: countText(history.strikes), megabytes })}
      {history.notice ? <div>{history.notice}</div> : null}
      {history.state === 'degraded' ? (
        <Notice tone="bad" title={t('server.historyDegraded')} detail={history.why} />
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
