import { LIGHTNING_MINUTES_MAX } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { FeedName } from '../history.ts'
import { lateRecords, recordsSince } from '../records-since.ts'
import type { SourceMemory } from '../source-memory.ts'
import type { StrikeReader } from '../strike-reader.ts'
import type { Storage } from './storage.ts'

const AHEAD_MAX_MS = HOUR_MS
/** REST filters by arrival time, which for nearly all strikes is less than this after the strike. */
const ARRIVED_LATE_MS = MINUTE_MS
/** Strikes carry the source's clock, which may differ from ours: the search range is extended by this. */
const CLOCKS_APART_MS = 3 * MINUTE_MS
const SIMULATED = 'simulated'
const AHEAD = 'source ahead, ms'

/** State for a source to resume from after a restart. */
export function createMemory(deps: {
  clock: Clock
  storage: Storage
  strikes: StrikeReader
  keepMs(): number
  save(): void
  /** Sets all stored data aside. */
  forget(why: string): void
}): SourceMemory {
  const { clock, storage, strikes, keepMs, save } = deps
  const notes = () => storage.tables.notes // of the current file, which may be replaced

  /** Offset of the source's clock ahead of ours, as last learned. */
  const aheadMs = () => Number(notes().get(AHEAD) ?? 0) || 0

  function coveredMs(feed: FeedName): number | null {
    const nowMs = clock.now()
    const ms = storage.tables.coverage.of(feed).last?.toMs
    if (ms === undefined || ms < nowMs - keepMs()) return null
    // The previous writer may have ended before its backfill was complete. Only the period within the source's reach is
    // requested: an older gap would mark the whole period since then as lost.
    const reachMs = nowMs + aheadMs() - LIGHTNING_MINUTES_MAX * MINUTE_MS
    const [first] = storage.tables.coverage.of(feed).list()
    const holes = first ? storage.tables.coverage.of(feed).missing(first.fromMs, ms) : []
    const coveredMs = holes.find(({ toMs }) => toMs > reachMs)?.fromMs ?? ms
    // Times are by the source's clock, which may differ from ours; coverage of future hours is invalid.
    return Math.min(coveredMs, ms > nowMs + AHEAD_MAX_MS ? nowMs : ms)
  }

  return {
    async recall() {
      const mark = notes().get(SIMULATED)
      const nowMs = clock.now()
      const lastMs = storage.tables.coverage.of('lightning').last?.toMs ?? nowMs
      const sourceMs = Math.min(nowMs, Math.max(lastMs, nowMs - CLOCKS_APART_MS))
      const sinceMs = sourceMs - LIGHTNING_MINUTES_MAX * MINUTE_MS
      const struckSinceMs = sinceMs - ARRIVED_LATE_MS
      // Read strikes before coverage: reading detects damaged minutes and removes their coverage.
      const known = [
        ...(await lateRecords(strikes, struckSinceMs, sinceMs)),
        ...(await recordsSince(strikes, struckSinceMs)),
      ]
      return {
        coveredMs: { lightning: coveredMs('lightning'), metar: coveredMs('metar') },
        observed: storage.tables.coverage.of('lightning').within(sinceMs, nowMs + CLOCKS_APART_MS),
        gaps: storage.tables.coverage.gaps(),
        strikes: known,
        reports: storage.read(({ reports }) => reports.latest()),
        simulated: mark === null ? null : mark === 'true',
        aheadMs: aheadMs(),
      }
    },
    async learnedSimulated(simulated) {
      const known = notes().get(SIMULATED)
      const matches = known === null || known === String(simulated)
      if (!matches) deps.forget(known === 'true' ? 'simulated' : 'real')
      notes().set(SIMULATED, String(simulated))
      save()
      return matches
    },
    async learnedAhead(aheadMs) {
      notes().set(AHEAD, String(aheadMs))
      save()
    },
  }
}
