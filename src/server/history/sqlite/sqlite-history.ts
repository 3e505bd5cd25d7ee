import { statSync } from 'node:fs'
import { join } from 'node:path'
import { backup } from 'node:sqlite'
import type { Logger } from 'pino'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { History } from '../history.ts'
import type { Notes } from '../notes.ts'
import type { ScoreStore } from '../score-store.ts'
import type { StoredChecks } from '../stored-checks.ts'
import type { SumStore } from '../sum-store.ts'
import type { OpenSqlite } from './database.ts'
import { createHealth } from './health.ts'
import { createMaintenance } from './maintenance.ts'
import { createMemory } from './memory.ts'
import type { ReportPlace } from './report-store.ts'
import { createSqliteSealedStore } from './sqlite-sealed-store.ts'
import { createStrikeReader } from './sqlite-strike-reader.ts'
import { createSqliteWatchStore } from './sqlite-watch-store.ts'
import { createStorage, type Storage, type Tables } from './storage.ts'
import { createWriter } from './writer.ts'

const HELD_MS = 5_000
/** Retention without a file: the period that a page requests when it opens. */
const HOURS_IN_MEMORY = 2
const MAINTAIN_EVERY_MS = 5_000
/** Copies of a history in memory to a full disk are retried after this time. */
const MOVE_EVERY_MS = MINUTE_MS
/** Longer than a server takes to end in good order. */
const LOCK_WAIT_MS = 6_000
const GAPS_TOLD = 200
/** Read in a few milliseconds. */
const REPORTS_AT_ONCE = 100
/** Forecasts buffered while writes fail: six hours. */
const FORECASTS_WAITING_MAX = 360

export interface SqliteHistoryDeps {
  /** Folder of the file; created if missing. */
  dir: string
  /** Name of the file: simulated and real data never share one. */
  name: string
  hours: number
  clock: Clock
  log: Logger
  openSqlite?: OpenSqlite
  /** Maximum wait for an earlier process that still has the file open. */
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
  const stops = [
    clock.every(MAINTAIN_EVERY_MS, () => void maintenance.run()),
    clock.every(MOVE_EVERY_MS, storage.moveToFile),
  ]
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
      for (const stop of stops) stop()
      await maintenance.idle()
      if (closed) return
      const isWritten = writer.flushAtLast()
      if (!isWritten) log.error({ strikes: writer.waitingCount(), dir }, 'history closed: buffered data not written')
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

/** Notes of the current file; they are lost if the file is replaced. */
function createNotes({ storage, save }: { storage: Pick<Storage, 'tables'>; save(): void }): Notes {
  return {
    get: async (name) => storage.tables.notes.get(name),
    async set(name, value) {
      storage.tables.notes.set(name, value)
      save()
    },
    async trim(beginning, keep) {
      storage.tables.notes.trim(beginning, keep)
      save()
    },
  }
}

/**
 * Archived forecasts and their scores, in the file of the history. Forecasts that cannot be written stay in memory and
 * are part of the next transaction.
 */
function createSqliteScoreStore(storage: Pick<Storage, 'transact' | 'read'>): ScoreStore {
  const waiting = new Map<number, Uint8Array>()

  function write(job: (scores: Tables['scores']) => void): boolean {
    const stands = storage.transact('forecasts', ({ scores }) => {
      for (const [minute, body] of waiting) scores.say(minute, body)
      job(scores)
    })
    if (stands) waiting.clear()
    return stands
  }

  return {
    async say(minute, body) {
      waiting.set(minute, body)
      if (waiting.size > FORECASTS_WAITING_MAX) waiting.delete(waiting.keys().next().value!)
      write(() => {})
    },
    said: async (fromMinute, toMinute) => storage.read(({ scores }) => scores.said(fromMinute, toMinute)),
    verifiedTo: async () => storage.read(({ scores }) => scores.verifiedTo()),
    keep: async (day, sums, verifiedTo) => write((scores) => scores.keep(day, sums, verifiedTo)),
    ofDay: async (day) => storage.read(({ scores }) => scores.ofDay(day)),
    ofPlace: async (place) => storage.read(({ scores }) => scores.ofPlace(place)),
    async forget(before) {
      write((scores) => scores.forget(before))
    },
  }
}

/** Totals of the store. Counting reads a whole index, so a result is cached for some seconds. */
function createTotals(storage: Storage, clock: Pick<Clock, 'monotonicMs'>) {
  let held: { atMs: number; counted: ReturnType<typeof count> } | null = null

  function count() {
    try {
      const { strikes, minutes, oldestMinute } = storage.read((tables) => tables.strikes.totals())
      const oldest = oldestMinute === null ? null : formatUtc(oldestMinute * MINUTE_MS)
      return { strikes, minutes, oldest, reports: storage.read((tables) => tables.reports.count()) }
    } catch {
      return { strikes: 0, minutes: 0, oldest: null, reports: 0 } // the failure is reported separately
    }
  }

  return {
    read() {
      const atMs = clock.monotonicMs()
      if (!held || atMs - held.atMs > HELD_MS) held = { atMs, counted: count() }
      return { ...held.counted, bytes: bytesOf(storage.file) }
    },
  }
}

function bytesOf(file: string | null): number {
  if (file === null) return 0
  let bytes = 0
  for (const part of ['', '-wal']) bytes += statSync(file + part, { throwIfNoEntry: false })?.size ?? 0
  return bytes
}

/** Sums, in the file of the history. */
function createSqliteSumStore(storage: Pick<Storage, 'transact' | 'read'>): SumStore {
  return {
    keep: async (kept) =>
      storage.transact('hourly sums', ({ sums }) => {
        for (const sum of kept) sums.keep(sum)
      }),
    between: async (kind, id, from, to) => storage.read(({ sums }) => sums.between(kind, id, from, to)),
    times: async (kind, id) => storage.read(({ sums }) => sums.times(kind, id)),
    at: async (kind, at) => storage.read(({ sums }) => sums.at(kind, at)),
    async forget(kind, before) {
      storage.transact('hourly sums', ({ sums }) => sums.forget(kind, before))
    },
    size: async () => storage.read(({ sums }) => sums.size()),
  }
}
