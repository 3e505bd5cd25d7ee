import { Counter, type Registry } from 'prom-client'
import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import { SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Source } from '../sources/source.ts'
import { createRegister } from './register.ts'
import type { StrikeLag } from './strike-lag.ts'

const LINK_STATES: LinkStatus['state'][] = ['connecting', 'live', 'down', 'waiting-for-slot', 'off']

/** Lines to the source: received and lost data, and costs. The returned function detaches. */
export function registerSourceMetrics(
  registry: Registry,
  deps: { source: Source; clock: Clock; lag: StrikeLag },
): () => void {
  const { source, clock, lag } = deps
  const { gauge, counter } = createRegister(registry)
  const came = (name: string, help: string) =>
    new Counter({ name: `brontide_${name}_total`, help, labelNames: ['feed'], registers: [registry] })
  const batches = came('batches', 'Lightning batches, including empty ones, and report deliveries from the source.')
  const records = came('records', 'Strikes and reports from the source, each once.')
  const gaps = came('gaps', 'Lost periods: the source can no longer deliver their data.')
  const gapSeconds = came('gap_seconds', 'Seconds of lost periods.')
  for (const feed of ['lightning', 'metar'])
    for (const each of [batches, records, gaps, gapSeconds]) each.inc({ feed }, 0)

  const arrived = (feed: string, count: number) => {
    batches.inc({ feed })
    records.inc({ feed }, count)
  }
  const lost = ({ feed, from, to }: Gap) => {
    gaps.inc({ feed })
    gapSeconds.inc({ feed }, Math.max(0, (parseInstantMs(to) ?? 0) - (parseInstantMs(from) ?? 0)) / 1_000)
  }
  const stops = [
    source.onStrikes((event) => {
      if (event.kind === 'gap') lost(event.gap)
      if (event.kind !== 'batch') return
      arrived('lightning', event.records.length)
      lag.received(event.records)
    }),
    source.onReports((event) => {
      if (event.kind === 'gap') lost(event.gap)
      if (event.kind === 'reports') arrived('metar', event.records.length)
    }),
  ]

  /** Reads a value of each line, by name. */
  const ofLines = <T>(read: (link: LinkStatus) => T) =>
    Object.fromEntries(Object.entries(source.links()).map(([feed, link]) => [feed, read(link)]))

  gauge('simulated', 'Whether the data is simulated.', [], () => Number(source.simulated))
  gauge('link_state', 'State of each line to the source: 1 for the current state.', ['feed', 'state'], () =>
    ofLines((link) => Object.fromEntries(LINK_STATES.map((state) => [state, Number(link.state === state)]))),
  )
  gauge('link_silent_seconds', 'Seconds since the last data of each line; absent before the first.', ['feed'], () =>
    ofLines(({ lastMessageAt }) => {
      const lastMs = parseInstantMs(lastMessageAt)
      return lastMs === null ? {} : Math.max(0, clock.now() - lastMs) / 1_000
    }),
  )
  counter('link_reconnects', 'Reconnections of each line.', ['feed'], () => ofLines(({ reconnects }) => reconnects))
  gauge('upstream_sockets', 'Upstream sockets: in use, and the limit.', ['kind'], async () => {
    const { slots } = await source.counters()
    return { used: slots.used, limit: SOCKETS_PER_APPLICATION }
  })
  counter('upstream_requests', 'Upstream requests: all, and failed ones.', ['kind'], async () => {
    const { total, failed } = (await source.counters()).rest
    return { made: total, failed }
  })
  gauge('upstream_queue', 'Queued upstream requests.', [], async () => {
    const { rest } = await source.counters()
    return rest.queued
  })
  gauge('points', 'Resource points of this UTC day: spent, and the budget.', ['kind'], async () => {
    const { points } = await source.counters()
    return { spent: points.spentToday, budget: points.budgetPerDay }
  })
  gauge('cache_entries', 'Cached responses of the standard service.', [], async () => {
    const { cache } = await source.counters()
    return cache.entries
  })
  counter('cache_lookups', 'Cache hits and misses of the standard service.', ['result'], async () => {
    const { hits, misses } = (await source.counters()).cache
    return { hit: hits, miss: misses }
  })
  counter('duplicates', 'Duplicate strikes and reports, dropped.', [], async () => {
    const { setAside } = await source.counters()
    return setAside.duplicates
  })
  counter('set_aside', 'Unreadable records and messages, by reason.', ['why'], async () => {
    const { badRecords, unknownMessages, malformedFrames } = (await source.counters()).setAside
    return { badRecords, unknownMessages, malformedFrames }
  })
  counter('report_groups_unused', 'METAR groups ignored, by reason.', ['why'], async () => {
    const { impossibleGroups, unreadGroups } = (await source.counters()).setAside
    return { impossible: impossibleGroups, unread: unreadGroups }
  })
  return () => {
    for (const stop of stops) stop()
  }
}
