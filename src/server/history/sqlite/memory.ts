import { LIGHTNING_MINUTES_MAX } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { SourceMemory } from '../../sources/source-memory.ts'
import type { FeedName } from '../history.ts'
import { lateRecords, recordsSince } from '../records-since.ts'
import type { StrikeReader } from '../strike-reader.ts'
import type { Storage } from './storage.ts'

const AHEAD_MAX_MS = HOUR_MS
/** REST goes by when strikes arrived, which for nearly all is less than this after they struck. */
const ARRIVED_LATE_MS = MINUTE_MS
/** Strikes are dated by the source's clock, which ours need not agree with: by so much more is looked back and ahead. */
const CLOCKS_APART_MS = 3 * MINUTE_MS
const SIMULATED = 'simulated'
const AHEAD = 'source ahead, ms'

/** What a source finds of before the restart. */
export function createMemory(deps: {
  clock: Clock
  storage: Storage
  strikes: StrikeReader
  keepMs(): number
  save(): void
  /** Sets everything aside. */
  forget(why: string): void
}): SourceMemory {
  const { clock, storage, strikes, keepMs, save } = deps
  const notes = () => storage.tables.notes // of the file in use: it may be replaced

  /** How far the source's clock goes before ours, as was learned last. */
  const aheadMs = () => Number(notes().get(AHEAD) ?? 0) || 0

  function coveredMs(feed: FeedName): number | null {
    const nowMs = clock.now()
    const ms = storage.tables.coverage.of(feed).last?.toMs
    if (ms === undefined || ms < nowMs - keepMs()) return null
    // Whoever wrote last may have ended before it had what was missed before it began. Only what the source can still tell is asked
    // for: from a hole that lies further back all since then would be called lost, which was had.
    const reachMs = nowMs + aheadMs() - LIGHTNING_MINUTES_MAX * MINUTE_MS
    const [first] = storage.tables.coverage.of(feed).list()
    const holes = first ? storage.tables.coverage.of(feed).missing(first.fromMs, ms) : []
    const coveredMs = holes.find(({ toMs }) => toMs > reachMs)?.fromMs ?? ms
    // Times go by the source's clock, which ours need not agree with; of hours to come nobody has had anything.
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
      // Before it is asked what was observed: of a minute that turns out to be damaged nothing is.
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
