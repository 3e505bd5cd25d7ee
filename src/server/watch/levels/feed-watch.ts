import type { Row } from '../../../contract/watch/alarms.ts'
import { EMPTY_ROW } from '../../../core/levels/row.ts'
import { isoOf, isoOrNull } from '../../../core/time/iso.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { Source } from '../../sources/source.ts'
import { LOOK_BACK_MS } from '../observation.ts'

const FEEDS = ['lightning', 'reports'] as const
type Feed = (typeof FEEDS)[number]

/** A feed gap of at least this length writes a row, and its end another one. */
const REPORTED_MS = 30_000

/** Stored state of a feed, so that a gap keeps its id across restarts. Unix ms. */
export interface FeedMemory {
  /** Start of the reported gap in progress. */
  openMs: number | null
  /** Gaps that ended before this time are not reported. */
  untilMs: number
}

/** Writes rows when data of a feed stop and resume: once per feed, not per place. Unix ms. */
export function createFeedWatch(
  source: Pick<Source, 'links'>,
  remembered: ReadonlyMap<string, FeedMemory>,
  nowMs: number,
) {
  const memoryOf = (feed: Feed): FeedMemory => remembered.get(feed) ?? { openMs: null, untilMs: nowMs }
  const memories = { lightning: memoryOf('lightning'), reports: memoryOf('reports') }
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
    state: (feed: Feed) => ({ gapMs: memories[feed].openMs, sinceMs: reportsSinceMs }),
    look(lightning: readonly Span[], atMs: number, of: { simulated: boolean; link: string | null }): Row[] {
      // A gap with an unknown begin started at the latest at the look-back limit.
      const known = lightning.map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, atMs - LOOK_BACK_MS), toMs }))
      const gaps = { lightning: known, reports: reportGaps(atMs) }
      const isUsed = (feed: Feed) => feed === 'reports' || source.links().lightning.state !== 'off'
      return FEEDS.filter(isUsed).flatMap((feed) => {
        const changes = takeGaps(memories[feed], gaps[feed], atMs)
        if (changes.length > 0) changed.add(feed)
        return changes.map((change) => ({ ...feedRow(feed, change, atMs), ...of }))
      })
    },
    /** States changed since the last call. */
    takeChanges(): [feed: Feed, memory: FeedMemory][] {
      const changes = [...changed].map((feed): [Feed, FeedMemory] => [feed, memories[feed]])
      changed.clear()
      return changes
    },
  }
}

/** Of a long gap the start, without an end, and later the whole, each once. `gaps` in order; an open one has no end. */
function takeGaps(memory: FeedMemory, gaps: readonly Span[], nowMs: number): { fromMs: number; toMs: number | null }[] {
  const changes: { fromMs: number; toMs: number | null }[] = []
  const last = gaps.at(-1)
  const isOpen = last?.toMs === Number.POSITIVE_INFINITY
  if (memory.openMs !== null) {
    if (isOpen) return []
    changes.push({ fromMs: memory.openMs, toMs: last && last.toMs > memory.openMs ? last.toMs : nowMs })
    memory.openMs = null
    memory.untilMs = nowMs
  }
  // Gaps while the process was suspended, if not backfilled since.
  for (const { fromMs, toMs } of gaps) {
    const isLong = toMs - Math.max(fromMs, memory.untilMs) >= REPORTED_MS
    if (!isLong || nowMs - toMs < REPORTED_MS) continue
    memory.untilMs = toMs
    changes.push({ fromMs, toMs: null }, { fromMs, toMs })
  }
  if (isOpen && nowMs - last.fromMs >= REPORTED_MS) {
    memory.openMs = last.fromMs
    changes.push({ fromMs: last.fromMs, toMs: null })
  }
  return changes
}

function feedRow(feed: Feed, { fromMs, toMs }: { fromMs: number; toMs: number | null }, atMs: number) {
  const from = isoOf(fromMs)
  const to = isoOrNull(toMs)
  const isOver = to !== null
  return {
    ...EMPTY_ROW,
    id: ['observation', feed, isOver ? 'seen' : 'gap', Math.floor(fromMs)].join('.'),
    stage: isOver ? 'observed' : 'not-watched',
    at: isoOf(atMs),
    details: { feed, from },
    observed: { now: isOver, since: to ?? from },
    step: 'observation',
    cause: { kind: 'gap' },
    feed,
    from,
    to,
  } as const satisfies Partial<Row>
}
