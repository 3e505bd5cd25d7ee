import type { Span } from '../time/spans.ts'

/** A gap of a feed that lasted so long writes a row, and its end another one. */
export const GAP_TOLD_MS = 30_000

/** The start of a gap, or its end. Unix ms. */
export type FeedChange = { kind: 'gap'; fromMs: number } | { kind: 'seen'; fromMs: number; toMs: number }

/** What is remembered of a feed, through restarts, so that a gap keeps its id. Unix ms. */
export interface FeedMemory {
  /** The gap that lasts, if it was told. */
  openMs: number | null
  /** Gaps that ended by then are not told. */
  untilMs: number
}

/** Tells the long gaps of one feed, each once. */
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
    // What the process slept through, and nothing has backfilled since.
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
