import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { HistoryEntry } from '../history.ts'
import { codeOf } from './database.ts'
import { createIntake, type Intake } from './intake.ts'
import type { Storage } from './storage.ts'
import { createWriteBuffer } from './write-buffer.ts'

/** Back-off after a failed write. */
const RETRY_MS = 5_000
/** Maximum delay between a strike and its arrival. */
const LATE_MAX_MS = 45_000

/** Accepts entries and writes the buffer synchronously, so that data are on disk when the call returns. */
export function createWriter(deps: {
  storage: Storage
  clock: Clock
  log: Logger
  keepMs: number
  /** Bound of the strikes buffered while writes fail. */
  waitingMax: number | undefined
}) {
  const { storage, clock, log, keepMs } = deps
  const waiting = createWriteBuffer(deps.waitingMax)
  // A clock set back must not remove coverage of an earlier run, except for strikes that had not arrived by its end.
  const earlierMs = storage.tables.coverage.of('lightning').last?.toMs ?? Number.NEGATIVE_INFINITY
  let intake = newIntake()
  let failedMs: number | null = null // monotonic

  function newIntake(): Intake {
    return createIntake({ newestMs: newestMs(storage), blocksOf: storedBlocks, keepMs })
  }

  function storedBlocks(minute: number) {
    try {
      return storage.read(({ strikes }) => strikes.blocksOf(minute))
    } catch (error) {
      log.error({ error: codeOf(error) }, 'stored minute unreadable')
      return []
    }
  }

  function take(entry: HistoryEntry): void {
    const { coverage } = storage.tables
    switch (entry.kind) {
      case 'strikes':
        waiting.addStrikes(intake.take(entry.records, entry.atMs ?? clock.now()))
        break
      case 'reports':
        waiting.addReports(entry.records)
        break
      case 'observed':
        coverage.add(entry.feed, entry.fromMs, entry.toMs)
        break
      case 'lost':
        coverage.remove(entry.feed, Math.max(entry.fromMs, keptToMs(entry)), entry.toMs)
    }
  }

  function keptToMs({ toMs }: { toMs: number }): number {
    return toMs === Number.POSITIVE_INFINITY ? earlierMs : earlierMs - LATE_MAX_MS
  }

  function flush(): void {
    if (failedMs !== null && clock.monotonicMs() - failedMs < RETRY_MS) return
    const { coverage, notes } = storage.tables
    if (waiting.isEmpty() && !coverage.isChanged && !notes.isChanged) return
    const written = storage.transact('received data', (tables) => {
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

  return {
    take,
    /** Writes the buffer; a failed write is retried after a back-off. */
    flush,
    /** The same at shutdown, ignoring the back-off; whether all is written. */
    flushAtLast(): boolean {
      failedMs = null
      flush()
      return failedMs === null
    },
    waiting: waiting.parts,
    waitingCount: waiting.count,
    isWaiting: waiting.has,
    newestMs: () => intake.newestMs(),
    counters: () => intake.counters(),
    /** Another writer added strikes to these minutes. */
    adopted: (minutes: readonly number[]) => intake.adopted(minutes, newestMs(storage)),
    /** The file was replaced by an empty one: the buffer for the old file is dropped. */
    startAnew(): void {
      waiting.clear()
      intake = newIntake()
    },
  }
}

function newestMs(storage: Storage): number | null {
  const { strikes } = storage.tables
  const minute = strikes.newestMinute()
  if (minute === null) return null
  const offsets = strikes.blocksOf(minute).map(({ offsetsNs }) => offsetsNs.at(-1) ?? 0)
  return minute * MINUTE_MS + Math.max(0, ...offsets) / 1e6
}
