import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Gap, HistoryStatus } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import type { SourceMemory } from '../sources/source-memory.ts'
import type { FeedName } from './coverage.ts'
import { codeOf, type OpenSqlite } from './database.ts'
import { createHealth } from './health.ts'
import { createIntake, type Intake } from './intake.ts'
import { createMaintenance } from './maintenance.ts'
import { createMemory } from './memory.ts'
import { createStorage, type Storage } from './storage.ts'
import { createStrikeReader, type StrikeReader } from './strike-reader.ts'
import { createWriteBuffer } from './write-buffer.ts'

/** Without a file: what a page asks for when it opens. */
const HOURS_IN_MEMORY = 2
const MAINTAIN_EVERY_MS = 5_000
/** What could not be written is not tried with each batch. */
const RETRY_MS = 5_000
const STATUS_HELD_MS = 5_000
/** Longer than a server takes to end in good order. */
const LOCK_WAIT_MS = 6_000
const GAPS_TOLD = 200

export interface HistoryDeps {
  /** Folder of the file; made where it is missing. */
  dir: string
  /** Name of the file: simulated and real data never share one. */
  name: string
  hours: number
  clock: Clock
  log: Logger
  openSqlite?: OpenSqlite
  /** How long an earlier process that still holds the file is waited for. */
  lockWaitMs?: number
  /** While nothing can be written, so many strikes wait for better times. */
  waitingMax?: number
}

/** Strikes, reports and what was observed, on disk: each batch at once, whatever happens to the process. */
export interface History {
  /** Takes in what the source says; it is written by the next `flush`. None of these throws. */
  addStrikes(records: readonly StrikeRecord[]): void
  addReports(records: readonly ReportRecord[]): void
  /** That period, Unix ms, is had as a whole. */
  observed(feed: FeedName, fromMs: number, toMs: number): void
  /** Of that period nothing can be had any more. */
  lost(feed: FeedName, fromMs: number, toMs: number): void
  /** Writes everything that waits. What can't be written is tried again later. */
  flush(): void
  /** Puts settled minutes into their final form, and lets go of old ones; also done by itself now and then. */
  maintain(): Promise<void>
  readonly strikes: StrikeReader
  /** Reports of observations from one moment up to, not including, the other, Unix ms; oldest first. */
  reports(fromMs: number, toMs: number): ReportRecord[]
  /** What of a period was not observed. */
  missing(feed: FeedName, fromMs: number, toMs: number): Span[]
  /** Periods between observed ones, the latest last. */
  gaps(): Gap[]
  /** Unix ms: nothing is kept of before. */
  horizonMs(): number
  readonly memory: SourceMemory
  status(): HistoryStatus
  close(): Promise<void>
}

export function createHistory(deps: HistoryDeps): History {
  const { dir, name, clock, log, openSqlite, waitingMax, lockWaitMs = LOCK_WAIT_MS } = deps
  const health = createHealth(log)
  const storage = createStorage({ path: join(dir, name), clock, log, health, openSqlite, lockWaitMs })
  const waiting = createWriteBuffer(waitingMax)
  const hours = () => (storage.file === null ? Math.min(deps.hours, HOURS_IN_MEMORY) : deps.hours)
  // No clock of this run may take away what an earlier one has observed.
  const earlierMs = storage.tables.coverage.of('lightning').last?.toMs ?? Number.NEGATIVE_INFINITY
  let intake = newIntake()
  let failedMs: number | null = null // monotonic
  let held: { atMs: number; counted: ReturnType<typeof count> } | null = null
  let closed = false

  function newIntake(): Intake {
    return createIntake({ newestMs: newestMs(storage), blocksOf: storedBlocks, keepMs: deps.hours * HOUR_MS })
  }

  function storedBlocks(minute: number) {
    try {
      return storage.read(({ strikes }) => strikes.blocksOf(minute))
    } catch (error) {
      log.error({ error: codeOf(error) }, 'a stored minute could not be read')
      return []
    }
  }

  function flush(): void {
    if (closed || (failedMs !== null && clock.monotonicMs() - failedMs < RETRY_MS)) return
    const { coverage, notes } = storage.tables
    if (waiting.isEmpty() && !coverage.isChanged && !notes.isChanged) return
    const written = storage.transact('what comes', (tables) => {
      waiting.write(tables, clock.now())
      tables.coverage.save()
      tables.notes.save()
    })
    failedMs = written ? null : clock.monotonicMs()
    if (written) {
      waiting.clear()
      coverage.saved()
      notes.saved()
    } else {
      for (const minute of waiting.dropOldest()) {
        storage.tables.coverage.remove('lightning', minute * MINUTE_MS, (minute + 1) * MINUTE_MS)
      }
    }
  }

  /** By the clock, and no later than the newest strike: a clock that jumps ahead must not age what is stored. */
  function referenceMs(): number {
    return Math.min(clock.now(), intake.newestMs() ?? clock.now())
  }
  const horizonMs = () => referenceMs() - hours() * HOUR_MS

  const maintenance = createMaintenance({ storage, referenceMs, horizonMs, isWaiting: waiting.has, log })
  const stopMaintaining = clock.every(MAINTAIN_EVERY_MS, () => void maintenance.run())
  const strikes = createStrikeReader({ storage, waiting: waiting.parts, sealedTo: maintenance.sealedTo, horizonMs })
  const memory = createMemory({
    clock,
    storage,
    strikesSince: (ms) => [...strikes.lateRecords(ms), ...strikes.recordsSince(ms)],
    keepMs: hours() * HOUR_MS,
    save: flush,
    forget(why) {
      waiting.clear()
      storage.startAnew(why)
      intake = newIntake()
    },
  })

  function count() {
    try {
      const { strikes, minutes, oldestMinute } = storage.read((tables) => tables.strikes.totals())
      const oldest = oldestMinute === null ? null : formatUtc(oldestMinute * MINUTE_MS)
      return { strikes, minutes, oldest, reports: storage.read((tables) => tables.reports.count()) }
    } catch {
      return { strikes: 0, minutes: 0, oldest: null, reports: 0 } // the trouble itself is told beside it
    }
  }

  return {
    addStrikes(records) {
      if (!closed) waiting.addStrikes(intake.take(records, clock.now()))
    },
    addReports(records) {
      if (!closed) waiting.addReports(records)
    },
    observed: (feed, fromMs, toMs) => storage.tables.coverage.add(feed, fromMs, toMs),
    lost: (feed, fromMs, toMs) => storage.tables.coverage.remove(feed, Math.max(fromMs, earlierMs), toMs),
    flush,
    async maintain() {
      await maintenance.idle()
      await maintenance.run()
    },
    strikes,
    reports(fromMs, toMs) {
      flush() // they are few, and what waits is part of the answer
      return storage.read(({ reports }) => reports.between(fromMs, toMs))
    },
    missing: (feed, fromMs, toMs) => storage.tables.coverage.of(feed).missing(fromMs, toMs),
    gaps: () => storage.tables.coverage.gaps().slice(-GAPS_TOLD),
    horizonMs,
    memory,
    status() {
      const atMs = clock.monotonicMs()
      if (!held || atMs - held.atMs > STATUS_HELD_MS) held = { atMs, counted: count() }
      return {
        ...health.state(),
        hours: hours(),
        bytes: bytesOf(storage.file),
        ...held.counted,
        waiting: waiting.count(),
        damagedMinutes: storage.damagedMinutes,
        ...intake.counters(),
      }
    },
    async close() {
      if (closed) return
      stopMaintaining()
      await maintenance.idle()
      failedMs = null
      flush()
      closed = true
      storage.close()
    },
  }
}

/** The time of the newest stored strike. */
function newestMs(storage: Storage): number | null {
  const { strikes } = storage.tables
  const minute = strikes.newestMinute()
  if (minute === null) return null
  const offsets = strikes.blocksOf(minute).map(({ offsetsNs }) => offsetsNs.at(-1) ?? 0)
  return minute * MINUTE_MS + Math.max(0, ...offsets) / 1e6
}

function bytesOf(file: string | null): number {
  if (file === null) return 0
  let bytes = 0
  for (const part of ['', '-wal']) bytes += statSync(file + part, { throwIfNoEntry: false })?.size ?? 0
  return bytes
}
