import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Logger } from 'pino'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { makeFolder } from '../data-folder.ts'
import { type AlarmTables, createAlarmTables } from './alarm-tables.ts'
import { type Coverage, createCoverage } from './coverage.ts'
import { isDamage, type OpenSqlite, openDatabase, setAside } from './database.ts'
import { recoverTables } from './files/recover-tables.ts'
import type { Health, Work } from './health.ts'
import { createReportStore, type ReportStore } from './report-store.ts'
import { createStrikeStore, type StrikeStore } from './strike-store.ts'
import { createSumTables, type SumTables } from './sums/sum-tables.ts'

type ScoreTables = ReturnType<typeof createScoreTables>

/** Reserved day for the minute up to which verification is complete. */
const VERIFIED_DAY = -1

/** Name of a file that was set aside because of damage. */
const DAMAGED = 'damaged'

type NoteStore = ReturnType<typeof createNoteStore>
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
  /** Sets the file aside and continues with an empty one, or after damage with all that is readable. */
  startAnew(why: string): void
  /**
   * Moves a history in memory, or of a deleted file, to its file, if that can now be written. A file with contents is
   * left alone.
   */
  moveToFile(): void
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
  let tables = open(null)

  /** `damaged`: a file set aside, whose readable tables are copied. */
  function open(damaged: string | null): Tables {
    const opened = openDatabase(path, { nowMs: clock.now(), openSqlite, lockWaitMs })
    const { db, trouble } = opened
    file = opened.file
    if (file === null) {
      const remedy = isFree() ? 'until DATA_DIR has space' : 'and lost on restart: repair the file and restart'
      health.inMemory(`${trouble}: history is in memory only ${remedy}`)
    }
    if (file !== null && trouble !== null) health.notice(trouble)
    if (damaged !== null) health.notice(`the file was damaged and ${recoverTables(db, damaged)}`)
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
    let aside: string | null = null
    try {
      tables.db.close()
      aside = setAside(file, why, clock.now())
      health.notice(`the file was set aside as ${basename(aside)}`)
    } catch (error) {
      health.failed('stored data', error)
    }
    tables = open(why === DAMAGED ? aside : null)
  }

  /** Whether the file has no contents. */
  function isFree(): boolean {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
  }

  /** False on an error of the file system, which may pass. */
  function isGone(): boolean {
    try {
      return statSync(path, { throwIfNoEntry: false }) === undefined
    } catch {
      return false
    }
  }

  function moveToFile(): void {
    if (file !== null && isGone()) {
      file = null
      health.inMemory('its file was deleted: history is in memory only until it is written again')
    }
    if (file !== null || !isFree()) return
    const { db, coverage, notes } = tables
    const copy = `${path}.new`
    try {
      coverage.save()
      notes.save()
      makeFolder(dirname(path))
      rmSync(copy, { force: true })
      db.prepare('VACUUM INTO ?').run(copy)
      renameSync(copy, path)
    } catch {
      if (existsSync(copy)) rmSync(copy)
      return
    }
    health.inMemory(null)
    // First closed: SQLite would delete the write-ahead log of the new file with that of a deleted one.
    db.close()
    tables = open(null)
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
        if (isDamage(error)) startAnew(DAMAGED)
        return false
      }
    },
    read(job) {
      try {
        return job(tables)
      } catch (error) {
        if (isDamage(error)) startAnew(DAMAGED)
        throw error
      }
    },
    startAnew,
    moveToFile,
    close() {
      moveToFile()
      tables.db.close()
    },
  }
}

/** Small named texts. A new text is readable at once and saved with the next transaction. */
function createNoteStore(db: DatabaseSync) {
  const upsert = db.prepare(
    'INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM notes WHERE name = ?')
  const values = new Map(
    db
      .prepare('SELECT name, value FROM notes')
      .all()
      .map(({ name, value }) => [String(name), String(value)]),
  )
  const changed = new Set<string>()

  return {
    get: (name: string): string | null => values.get(name) ?? null,
    set(name: string, value: string): void {
      if (values.get(name) === value) return
      values.set(name, value)
      changed.add(name)
    },
    /** Deletes names that begin with `beginning`, except one. */
    trim(beginning: string, keep: string): void {
      for (const name of values.keys()) {
        if (name === keep || !name.startsWith(beginning)) continue
        values.delete(name)
        changed.add(name)
      }
    },
    get isChanged(): boolean {
      return changed.size > 0
    },
    /** Within a transaction; call `saved` after the commit. */
    save(): void {
      for (const name of changed) {
        const value = values.get(name)
        if (value === undefined) remove.run(name)
        else upsert.run(name, value)
      }
    },
    saved: () => changed.clear(),
  }
}

/** Tables of archived forecasts and their scores. Writes run within a transaction. */
function createScoreTables(db: DatabaseSync) {
  const say = db.prepare(
    'INSERT INTO forecasts (minute, body) VALUES (?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  const said = db.prepare('SELECT body FROM forecasts WHERE minute >= ? AND minute < ? ORDER BY minute')
  const keep = db.prepare(
    'INSERT INTO scores (day, place, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
  )
  const ofDay = db.prepare('SELECT place, body FROM scores WHERE day = ?')
  const ofPlace = db.prepare('SELECT day, body FROM scores WHERE place = ? AND day >= 0 ORDER BY day')
  const forgetSaid = db.prepare('DELETE FROM forecasts WHERE minute < ?')
  const forgetScores = db.prepare('DELETE FROM scores WHERE day >= 0 AND day < ?')

  return {
    say: (minute: number, body: Uint8Array) => void say.run(minute, body),
    said: (from: number, to: number): Uint8Array[] => said.all(from, to).map(({ body }) => body as Uint8Array),
    verifiedTo(): number | null {
      const [row] = ofDay.all(VERIFIED_DAY)
      return row ? Number(row.body) : null
    },
    keep(day: number, sums: ReadonlyMap<string, string>, verifiedTo: number): void {
      for (const [place, body] of sums) keep.run(day, place, body)
      keep.run(VERIFIED_DAY, '', String(verifiedTo))
    },
    ofDay: (day: number) => new Map(ofDay.all(day).map(({ place, body }) => [String(place), String(body)])),
    ofPlace: (place: string) => new Map(ofPlace.all(place).map(({ day, body }) => [Number(day), String(body)])),
    forget({ minute, day }: { minute: number; day: number }): void {
      forgetSaid.run(minute)
      forgetScores.run(day)
    },
  }
}
