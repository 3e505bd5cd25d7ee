import type { Alarm } from '../../contract/watch/alarms.ts'
import type { Span } from '../time/spans.ts'

/** A feed gap of at least this length writes a row, and its end another one. */
export const GAP_TOLD_MS = 30_000

/** The start of a gap, or its end. Unix ms. */
export type FeedChange = { kind: 'gap'; fromMs: number } | { kind: 'seen'; fromMs: number; toMs: number }

/** Stored state of a feed, so that a gap keeps its id across restarts. Unix ms. */
export interface FeedMemory {
  /** Start of the reported gap in progress. */
  openMs: number | null
  /** Gaps that ended before this time are not reported. */
  untilMs: number
}

/** Reports each long gap of a feed once. */
export class FeedGap {
  readonly memory: FeedMemory

  constructor(memory: FeedMemory) {
    this.memory = memory
  }

  /** `gaps` in order; the last one lasts where its end is infinite. */
  look(gaps: readonly Span[], nowMs: number): FeedChange[] {
    const { memory } = this
    const last = gaps.at(-1)
    const isOpen = last?.toMs === Number.POSITIVE_INFINITY
    const changes: FeedChange[] = []
    if (memory.openMs !== null && !isOpen) {
      const end = last && last.toMs > memory.openMs ? last.toMs : nowMs
      changes.push({ kind: 'seen', fromMs: memory.openMs, toMs: end })
      memory.openMs = null
      memory.untilMs = nowMs
    }
    // Gaps while the process was suspended, if not backfilled since.
    const missed = gaps.filter(({ fromMs, toMs }) => {
      const isLong = toMs - Math.max(fromMs, memory.untilMs) >= GAP_TOLD_MS
      return toMs > memory.untilMs && isLong && nowMs - toMs >= GAP_TOLD_MS
    })
    for (const { fromMs, toMs } of missed) {
      if (memory.openMs !== null) break
      memory.untilMs = toMs
      changes.push({ kind: 'gap', fromMs }, { kind: 'seen', fromMs, toMs })
    }
    if (isOpen && memory.openMs === null && nowMs - last.fromMs >= GAP_TOLD_MS) {
      memory.openMs = last.fromMs
      changes.push({ kind: 'gap', fromMs: last.fromMs })
    }
    return changes
  }
}

/** The id of the row that began the gap, given the row that ends it; null for other rows. */
export function gapRowId({ id, step, place, from, to }: Alarm): string | null {
  if (step !== 'observation' || from == null || to == null) return null
  const fromMs = Date.parse(from)
  return place ? `${place.id}.weather.overdue.${fromMs}` : id.replace(/\.seen\..*$/, `.gap.${fromMs}`)
}

/** One incident, one row: where the end of a gap is listed, which names its beginning, the row of the beginning is left out. */
export function withGapsJoined(rows: readonly Alarm[]): Alarm[] {
  const joined = new Set(rows.map(gapRowId))
  return rows.filter(({ id }) => !joined.has(id))
}
