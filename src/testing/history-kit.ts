import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../contract/lightning.ts'
import type { HistoryEntry } from '../server/history/history.ts'
import { recordsSince } from '../server/history/records-since.ts'
import { createSqliteHistory, type SqliteHistoryDeps } from '../server/history/sqlite/sqlite-history.ts'
import { createFakeClock, FAKE_START_MS } from './fakes/fake-clock.ts'
import { strikeRecord } from './fakes/fake-source.ts'

/** When a fake clock starts. */
export const START_MS = FAKE_START_MS

/** A folder deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A history in a temporary folder, on a fake clock. `reopen` simulates a restart. */
export function setUpHistory(over: Partial<SqliteHistoryDeps> = {}) {
  const clock = createFakeClock()
  const said: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void said.push(JSON.parse(line)) })
  const deps: SqliteHistoryDeps = { dir: temporaryFolder(), name: 'test.sqlite', hours: 72, clock, log, ...over }
  let history = createSqliteHistory(deps)
  onTestFinished(() => history.close())

  return {
    clock,
    said,
    deps,
    file: join(deps.dir, deps.name),
    get history() {
      return history
    },
    async reopen(change: Partial<SqliteHistoryDeps> = {}) {
      await history.close()
      history = createSqliteHistory({ ...deps, ...change })
      return history
    },
    /** Adds strikes as a batch of the feed. */
    batch(...records: StrikeRecord[]): Promise<void> {
      return history.write({ kind: 'strikes', records })
    },
    /** Everything that is stored between two moments, by identity. */
    async ids(fromMs = 0, toMs = Number.MAX_SAFE_INTEGER): Promise<string[]> {
      const records = await recordsSince(history.strikes, fromMs)
      return records.filter(({ time }) => Number(time) / 1e6 < toMs).map(strikeIdentity)
    },
  }
}

/** Complete observation of the lightning feed between two moments, Unix ms. */
export function observed(fromMs: number, toMs: number): HistoryEntry {
  return { kind: 'observed', feed: 'lightning', fromMs, toMs }
}

let count = 0

/** A unique strike at that moment, Unix ms. */
export function strikeAt(timeMs: number, over: Partial<StrikeRecord> = {}): StrikeRecord {
  count++
  return strikeRecord({
    time: BigInt(Math.floor(timeMs)) * 1_000_000n + BigInt(count % 1_000_000),
    lat: Math.round((20 + (count % 997) / 100) * 1e6) / 1e6,
    lon: Math.round((100 + (count % 1_009) / 100) * 1e6) / 1e6,
    obser_datetime: `${new Date(timeMs).toISOString().slice(0, 19)}Z`,
    arrived_at: new Date(timeMs + 2_000).toISOString(),
    ...over,
  })
}
