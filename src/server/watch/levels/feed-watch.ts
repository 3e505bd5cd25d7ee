import type { Row } from '../../../contract/watch/alarms.ts'
import { type FeedChange, FeedGap, type FeedMemory } from '../../../core/levels/feed-gap.ts'
import { isoOf } from '../../../core/levels/level-state.ts'
import { EMPTY_ROW } from '../../../core/levels/row.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { Source } from '../../sources/source.ts'
import { LOOK_BACK_MS } from '../observation.ts'

const FEEDS = ['lightning', 'reports'] as const
type Feed = (typeof FEEDS)[number]

/** Writes rows when data of a feed stop and resume: once per feed, not per place. Unix ms. */
export function createFeedWatch(
  source: Pick<Source, 'links'>,
  remembered: ReadonlyMap<string, FeedMemory>,
  nowMs: number,
) {
  const memoryOf = (feed: Feed): FeedMemory => remembered.get(feed) ?? { openMs: null, untilMs: nowMs }
  const gaps: Record<Feed, FeedGap> = {
    lightning: new FeedGap(memoryOf('lightning')),
    reports: new FeedGap(memoryOf('reports')),
  }
  // A process killed within the first gap has not reported it: the next one continues from here.
  const changed = new Set<Feed>(FEEDS.filter((feed) => !remembered.has(feed)))
  let reportsGap: Span | null = null
  let reportsSinceMs = nowMs

  /** Reports are irregular: gaps are known from the connection only. */
  function reportGaps(atMs: number): readonly Span[] {
    const { state } = source.links().metar
    if (state === 'live' || state === 'off') {
      if (reportsGap) reportsSinceMs = atMs
      reportsGap = null
      return []
    }
    reportsGap ??= { fromMs: atMs, toMs: Number.POSITIVE_INFINITY }
    return [reportsGap]
  }

  return {
    state: (feed: Feed) => ({ gapMs: gaps[feed].memory.openMs, sinceMs: reportsSinceMs }),
    look(lightning: readonly Span[], atMs: number, of: { simulated: boolean; link: string | null }): Row[] {
      const isLive = source.links().lightning.state !== 'off'
      // A gap with an unknown begin started at the latest at the look-back limit.
      const known = lightning.map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, atMs - LOOK_BACK_MS), toMs }))
      const found = [
        ...(isLive ? gaps.lightning.look(known, atMs).map((change) => ['lightning', change] as const) : []),
        ...gaps.reports.look(reportGaps(atMs), atMs).map((change) => ['reports', change] as const),
      ]
      for (const [feed] of found) changed.add(feed)
      return found.map(([feed, change]) => feedRow(feed, change, atMs, of))
    },
    /** States changed since the last call. */
    takeChanges(): [feed: Feed, memory: FeedMemory][] {
      const changes = [...changed].map((feed): [Feed, FeedMemory] => [feed, gaps[feed].memory])
      changed.clear()
      return changes
    },
  }
}

function feedRow(feed: Feed, change: FeedChange, atMs: number, of: { simulated: boolean; link: string | null }): Row {
  const from = isoOf(change.fromMs)
  const to = change.kind === 'seen' ? isoOf(change.toMs) : null
  return {
    ...EMPTY_ROW,
    ...of,
    id: ['observation', feed, change.kind, Math.floor(change.fromMs)].join('.'),
    stage: change.kind === 'gap' ? 'not-watched' : 'observed',
    at: isoOf(atMs),
    details: { feed, from },
    observed: { now: change.kind === 'seen', since: to ?? from },
    step: 'observation',
    cause: { kind: 'gap' },
    feed,
    from,
    to,
  }
}
