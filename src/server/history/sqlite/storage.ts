import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Logger } from 'pino'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { type AlarmTables, createAlarmTables } from './alarm-tables.ts'
import { type Coverage, createCoverage } from './coverage.ts'
import { isDamage, type OpenSqlite, openDatabase, setAside } from './database.ts'
import type { Health, Work } from './health.ts'
import { createNoteStore, type NoteStore } from './note-store.ts'
import { createReportStore, type ReportStore } from './report-store.ts'
import { createScoreTables, type ScoreTables } from './score-tables.ts'
import { createStrikeStore, type StrikeStore } from './strike-store.ts'
import { createSumTables, type SumTables } from './sums/sum-tables.ts'

/** Tables of one file. */
export interface Tables {
  db: DatabaseSync
  strikes: StrikeStore
  coverage: Coverage
  reports: ReportStore
  notes: NoteStore
  alarms: AlarmTables
  scores: ScoreTables
  sums: SumTables
}

/** The file and its tables, through damage and replacement. */
export interface Storage {
  /** Tables of the current file. */
  readonly tables: Tables
  /** Null if the history is in memory only. */
  readonly file: string | null
  readonly damagedMinutes: number
  /** Runs `job` as one transaction; returns whether it was committed. Never throws. */
  transact(work: Work, job: (tables: Tables) => void): boolean
  /** Reads; a damaged file is set aside and the error is rethrown to the caller. */
  read<T>(job: (tables: Tables) => T): T
  /** Sets the file aside and continues with an empty one. */
  startAnew(why: string): void
  close(): void
}

export function createStorage(deps: {
  path: string
  clock: Clock
  log: Logger
  health: Health
  openSqlite: OpenSqlite | undefined
  lockWaitMs: number
}): Storage {
  const { path, clock, log, health, openSqlite, lockWaitMs } = deps
  let file: string | null = null
  let damagedMinutes = 0
  let tables = open()

  function open(): Tables {
    const opened = openDatabase(path, { nowMs: clock.now(), openSqlite, lockWaitMs })
    const { db, trouble } = opened
    file = opened.file
    if (file === null) health.lastingTrouble(`${trouble}: history is in memory only and lost on restart`)
    else if (trouble !== null) health.notice(trouble)
    const coverage = createCoverage(db)

    const notShown = (cause: string) => (minute: number) => {
      damagedMinutes++
      log.error({ minute: formatUtc(minute * MINUTE_MS), cause }, 'stored minute unreadable, not served')
      coverage.remove('lightning', minute * MINUTE_MS, (minute + 1) * MINUTE_MS)
    }
    return {
      db,
      strikes: createStrikeStore({
        db,
        onDamage: notShown('damaged'),
        onUnreadable: notShown('written by an incompatible version'),
      }),
      coverage,
      reports: createReportStore(db),
      notes: createNoteStore(db),
      alarms: createAlarmTables(db),
      scores: createScoreTables(db),
      sums: createSumTables(db),
    }
  }

  function startAnew(why: string): void {
    if (file === null) return
    try {
      tables.db.close()
      health.notice(`the file was set aside as ${basename(setAside(file, why, clock.now()))}`)
    } catch (error) {
      health.failed('stored data', error)
    }
    tables = open()
  }

  return {
    get tables() {
      return tables
    },
    get file() {
      return file
    },
    get damagedMinutes() {
      return damagedMinutes
    },
    transact(work, job) {
      const { db } = tables
      try {
        db.exec('BEGIN IMMEDIATE')
        job(tables)
        db.exec('COMMIT')
        health.worked(work)
        return true
      } catch (error) {
        health.failed(work, error)
        try {
          if (db.isTransaction) db.exec('ROLLBACK')
        } catch {
          // A full disk has already rolled the transaction back.
        }
        if (isDamage(error)) startAnew('damaged')
        return false
      }
    },
    read(job) {
      try {
        return job(tables)
      } catch (error) {
        if (isDamage(error)) startAnew('damaged')
        throw error
      }
    },
    startAnew,
    close: () => tables.db.close(),
  }
}
