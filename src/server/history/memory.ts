import type { StrikeRecord } from '../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX } from '../../contract/limits.ts'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import type { SourceMemory } from '../sources/source-memory.ts'
import type { Storage } from './storage.ts'

const AHEAD_MAX_MS = HOUR_MS

const SPENT = 'points spent'
const SIMULATED = 'simulated'
const ANSWER = 'answer '

/** What a source finds of before the restart. */
export function createMemory(deps: {
  clock: Clock
  storage: Storage
  /** Strikes of after that moment, and older ones that came after it. */
  strikesSince(ms: number): StrikeRecord[]
  keepMs: number
  save(): void
  /** Sets everything aside. */
  forget(why: string): void
}): SourceMemory {
  const { storage, keepMs, save } = deps
  const { coverage, reports } = storage.tables
  const notes = () => storage.tables.notes // of the file in use: it may be replaced
  const openedMs = deps.clock.now()
  const covered = { lightning: coverage.of('lightning').last?.toMs, metar: coverage.of('metar').last?.toMs }
  const mark = notes().get(SIMULATED)

  function keep(name: string, value: string): void {
    notes().set(name, value)
    save()
  }

  return {
    coveredMs(feed) {
      const ms = covered[feed]
      if (ms === undefined || ms < openedMs - keepMs) return null
      // Times go by the source's clock, which ours need not agree with; of hours to come nobody has had anything.
      return ms > openedMs + AHEAD_MAX_MS ? openedMs : ms
    },
    strikes: deps.strikesSince(openedMs - LIGHTNING_MINUTES_MAX * MINUTE_MS),
    reports: reports.latest(),
    simulated: mark === null ? null : mark === 'true',
    learnedSimulated(simulated) {
      const known = notes().get(SIMULATED)
      const matches = known === null || known === String(simulated)
      if (!matches) deps.forget(known === 'true' ? 'simulated' : 'real')
      keep(SIMULATED, String(simulated))
      return matches
    },
    spent: readSpent(notes().get(SPENT)),
    keepSpent: (spent) => keep(SPENT, JSON.stringify(spent)),
    answers: new Map(
      notes()
        .names()
        .filter((name) => name.startsWith(ANSWER))
        .map((name) => [name.slice(ANSWER.length), notes().get(name)!]),
    ),
    keepAnswer: (question, text) => keep(ANSWER + question, text),
  }
}

function readSpent(text: string | null): { day: number; points: number } | null {
  if (text === null) return null
  const { day, points } = JSON.parse(text) as { day: number; points: number }
  return { day, points }
}
