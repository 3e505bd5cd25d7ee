import { join } from 'node:path'
import { backup } from 'node:sqlite'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import type { History } from '../history.ts'
import type { StoredChecks } from '../stored-checks.ts'
import type { OpenSqlite } from './database.ts'
import { createHealth } from './health.ts'
import { createMaintenance } from './maintenance.ts'
import { createMemory } from './memory.ts'
import { createNotes } from './notes.ts'
import type { ReportPlace } from './report-store.ts'
import { createSqliteScoreStore } from './sqlite-score-store.ts'
import { createSqliteSealedStore } from './sqlite-sealed-store.ts'
import { createStrikeReader } from './sqlite-strike-reader.ts'
import { createSqliteWatchStore } from './sqlite-watch-store.ts'
import { createStorage, type Storage } from './storage.ts'
import { createSqliteSumStore } from './sums/sqlite-sum-store.ts'
import { createTotals } from './totals.ts'
import { createWriter } from './writer.ts'

/** Retention without a file: the period that a page requests when it opens. */
const HOURS_IN_MEMORY = 2
const MAINTAIN_EVERY_MS = 5_000
/** Longer than a server takes to end in good order. */
const LOCK_WAIT_MS = 6_000
const GAPS_TOLD = 200
/** Read in a few milliseconds. */
const REPORTS_AT_ONCE = 100

export interface SqliteHistoryDeps {
  /** Folder of the file; created if missing. */
  dir: string
  /** Name of the file: simulated and real data never share one. */
  name: string
  hours: number
  clock: Clock
  log: Logger
  openSqlite?: OpenSqlite
  /** How long an earlier process that still holds the file is waited for. */
  lockWaitMs?: number
  /** Bound of the strikes buffered while writes fail. */
  waitingMax?: number
  /** Validation of stored texts; without it they are returned unchecked. */
  checks?: StoredChecks
}

/**
 * History in one SQLite file, locked by this process. SQLite runs in the calling thread: a write is on disk when the
 * call returns, before its promise is awaited.
 */
export function createSqliteHistory(deps: SqliteHistoryDeps): History {
  const { dir, name, clock, log, openSqlite, waitingMax, lockWaitMs = LOCK_WAIT_MS } = deps
  const health = createHealth({ log, clock, dir })
  const storage = createStorage({ path: join(dir, name), clock, log, health, openSqlite, lockWaitMs })
  const writer = createWriter({ storage, clock, log, keepMs: deps.hours * HOUR_MS, waitingMax })
  const totals = createTotals(storage, clock)
  const hours = () => (storage.file === null ? Math.min(deps.hours, HOURS_IN_MEMORY) : deps.hours)
  /** By the clock, but not after the newest strike: a clock that jumps ahead must not age stored data. */
  const referenceMs = () => Math.min(clock.now(), writer.newestMs() ?? clock.now())
  const horizonMs = () => referenceMs() - hours() * HOUR_MS
  const maintenance = createMaintenance({
    storage,
    referenceMs,
    horizonMs,
    isWaiting: writer.isWaiting,
    log,
    hasAny: () => writer.newestMs() !== null,
  })
  const stopMaintaining = clock.every(MAINTAIN_EVERY_MS, () => void maintenance.run())
  const strikes = createStrikeReader({ storage, waiting: writer.waiting, sealedTo: maintenance.sealedTo, horizonMs })
  const notes = createNotes({ storage, save })
  const memory = createMemory({
    clock,
    storage,
    strikes,
    keepMs: () => hours() * HOUR_MS,
    save,
    forget(why) {
      storage.startAnew(why)
      writer.startAnew()
    },
  })
  const { store: watch, copy: watchCopy } = createSqliteWatchStore(storage, deps.checks)
  const scores = createSqliteScoreStore(storage)
  let closed = false

  function save(): void {
    if (!closed) writer.flush()
  }

  return {
    async write(...entries) {
      if (closed) return
      for (const entry of entries) writer.take(entry)
      writer.flush()
    },
    strikes,
    reports(fromMs, toMs) {
      save() // notes are few, and buffered ones are part of the result
      return reportsOf(storage, fromMs, toMs)
    },
    missing: async (feed, fromMs, toMs) => storage.tables.coverage.of(feed).missing(fromMs, toMs),
    gaps: async () => storage.tables.coverage.gaps().slice(-GAPS_TOLD),
    horizonMs: async () => horizonMs(),
    memory,
    notes,
    watch,
    watchCopy,
    scores,
    sums: createSqliteSumStore(storage),
    sealed: createSqliteSealedStore({ storage, writer, sealedTo: maintenance.sealedTo, seal: maintenance.seal }),
    async status() {
      return {
        ...health.state(),
        hours: hours(),
        ...totals.read(),
        waiting: writer.waitingCount(),
        damagedMinutes: storage.damagedMinutes,
        ...writer.counters(),
      }
    },
    async maintain() {
      await maintenance.idle()
      await maintenance.run()
    },
    async backup(folder) {
      save()
      if (storage.file === null || closed) return null
      await backup(storage.tables.db, join(folder, name))
      return name
    },
    async close() {
      if (closed) return
      stopMaintaining()
      await maintenance.idle()
      if (closed) return
      writer.flushAtLast()
      closed = true
      storage.close()
    },
  }
}

async function* reportsOf(
  storage: Pick<Storage, 'read'>,
  fromMs: number,
  toMs: number,
): ReturnType<History['reports']> {
  let at: ReportPlace = { observedMs: fromMs, id: -1 }
  for (;;) {
    const from = at
    const { records, last } = storage.read(({ reports }) => reports.after(from, toMs, REPORTS_AT_ONCE))
    if (records.length === 0) return
    yield records
    at = last
  }
}
