import { DatabaseSync } from 'node:sqlite'
import { parseJsonExact } from '../../../contract/json-exact.ts'
import type { ReportRecord } from '../../../contract/metar.ts'
import { blocksOf, checksum } from '../packing.ts'
import { observedMsOf } from './report-store.ts'

/** Incremented when tables change: a file of another version is set aside. */
const SCHEMA_VERSION = 1

const TABLES = `
  -- Strikes of one minute: parts as they came, and one row that is compact once the minute has settled.
  CREATE TABLE IF NOT EXISTS strikes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    minute INTEGER NOT NULL,
    compact INTEGER NOT NULL,
    count INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    frames BLOB NOT NULL
  );
  -- Strikes that came long after they struck, once more, by the newest strike that was known then.
  CREATE TABLE IF NOT EXISTS late (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    after_ms INTEGER NOT NULL,
    minute INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    frames BLOB NOT NULL
  );
  CREATE TABLE IF NOT EXISTS observed (feed TEXT NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS reports (
    identity TEXT PRIMARY KEY,
    icao TEXT NOT NULL,
    observed_ms INTEGER NOT NULL,
    record TEXT NOT NULL
  );
  -- Small things by name: the point ledger, answers that are worth keeping, marks.
  CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  -- The log of the watch, where each place stands, and what is still to go out by channels.
  CREATE TABLE IF NOT EXISTS alarms (
    id TEXT PRIMARY KEY,
    rev INTEGER NOT NULL,
    place TEXT NOT NULL,
    stage TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    acknowledged INTEGER NOT NULL,
    body TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS watch_states (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,
    alarm TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_ms INTEGER NOT NULL,
    dead TEXT,
    UNIQUE (channel, alarm)
  );
  -- What became of deliveries, for as long as alarms are kept.
  CREATE TABLE IF NOT EXISTS delivery_log (
    "row" TEXT NOT NULL,
    channel TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    receipt TEXT,
    PRIMARY KEY ("row", channel, at_ms)
  ) WITHOUT ROWID;
  -- What people did: who, when, what.
  CREATE TABLE IF NOT EXISTS journal (at_ms INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
  -- What was told of each minute, and how it turned out, summed up by day and place.
  CREATE TABLE IF NOT EXISTS forecasts (minute INTEGER PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS scores (
    place TEXT NOT NULL,
    day INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (place, day)
  );
  -- What the past came to, which outlives it: by hour and day, of all cells and of a place.
  CREATE TABLE IF NOT EXISTS sums (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (kind, id, at)
  ) WITHOUT ROWID;
`
const INDICES = `
  CREATE INDEX IF NOT EXISTS strikes_by_minute ON strikes (minute);
  CREATE INDEX IF NOT EXISTS late_by_time ON late (after_ms);
  CREATE INDEX IF NOT EXISTS reports_by_airport ON reports (icao, observed_ms);
  CREATE INDEX IF NOT EXISTS reports_by_time ON reports (observed_ms);
  CREATE INDEX IF NOT EXISTS journal_by_time ON journal (at_ms);
  CREATE INDEX IF NOT EXISTS alarms_by_rev ON alarms (rev);
  CREATE INDEX IF NOT EXISTS alarms_by_time ON alarms (at_ms);
  CREATE INDEX IF NOT EXISTS alarms_by_place ON alarms (place, at_ms);
  CREATE INDEX IF NOT EXISTS deliveries_by_time ON delivery_log (at_ms);
  CREATE INDEX IF NOT EXISTS deliveries_by_channel ON delivery_log (channel, outcome, at_ms);
  CREATE INDEX IF NOT EXISTS scores_by_day ON scores (day);
  CREATE INDEX IF NOT EXISTS sums_by_time ON sums (kind, at);
`

/** Missing tables are recreated, except those whose absence would make observed periods look empty. */
const NEVER_MISSING = ['strikes', 'reports']

/** How a missing column is computed from the other columns of its row. */
const FILLS: Record<string, string> = {
  'strikes.compact': 'minute IN (SELECT minute FROM strikes GROUP BY minute HAVING count(*) = 1)',
  'strikes.count': 'count_of(frames)',
  'strikes.crc': 'checksum_of(frames)',
  'late.crc': 'checksum_of(frames)',
  'reports.icao': "record ->> 'icao'",
  'reports.observed_ms': 'observed_ms_of(record)',
}

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: unknown
  pk: number
}

/** The tables do not fit this version. */
export class FormError extends Error {}

/**
 * Creates missing tables and columns and leaves others unchanged. Returns the additions, in words, or null. Throws a
 * `FormError` for a file that cannot be repaired.
 */
export function prepareSchema(db: DatabaseSync): string | null {
  const version = Object.values(db.prepare('PRAGMA user_version').get() ?? {})[0]
  if (version !== SCHEMA_VERSION && version !== 0) throw new FormError(`it has schema version ${version}`)
  const isNew = version === 0
  if (!isNew) {
    const missing = NEVER_MISSING.find((table) => columnsOf(db, table).length === 0)
    if (missing) throw new FormError(`it lacks ${missing}`)
  }
  db.exec('BEGIN')
  try {
    db.exec(TABLES)
    const filled = isNew ? [] : fillColumns(db)
    db.exec(INDICES)
    // A complete file must open without any write: the disk may be full.
    if (isNew) db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
    db.exec('COMMIT')
    return filled.length > 0 ? `the file lacked ${filled.join(', ')}, which was filled in` : null
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function columnsOf(db: DatabaseSync, table: string): Column[] {
  return db.prepare(`PRAGMA table_info(${table})`).all() as unknown as Column[]
}

/** Adds missing columns; returns their names. */
function fillColumns(db: DatabaseSync): string[] {
  const model = new DatabaseSync(':memory:')
  model.exec(TABLES)
  const tables = model.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%NOT NULL%'").all()
  const filled = tables.flatMap(({ name }) => fillTable(db, String(name), columnsOf(model, String(name))))
  model.close()
  return filled
}

function fillTable(db: DatabaseSync, table: string, wanted: readonly Column[]): string[] {
  const held = columnsOf(db, table)
  const isOf = (columns: readonly Column[]) => (column: Column) => columns.some(({ name }) => name === column.name)
  const missing = wanted.filter((column) => !isOf(held)(column))
  const names = missing.map(({ name }) => `${table}.${name}`)
  const essential = names.find((name) => !(name in FILLS))
  if (essential) throw new FormError(`it lacks ${essential}`)
  const unfit = held.find((column) => !isOf(wanted)(column) && column.notnull && column.dflt_value === null)
  if (unfit) throw new FormError(`it requires ${table}.${unfit.name}`)
  if (missing.length === 0) return []

  db.function('checksum_of', (frames) => checksum(frames as Uint8Array))
  db.function('count_of', (frames) => countOf(frames as Uint8Array))
  db.function('observed_ms_of', (record) => observedMsOf(parseJsonExact(String(record)) as ReportRecord, 0))
  for (const { name, type } of missing) {
    db.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type} NOT NULL DEFAULT 0`)
    db.exec(`UPDATE ${table} SET ${name} = ${FILLS[`${table}.${name}`]}`)
  }
  return names
}

function countOf(frames: Uint8Array): number {
  try {
    return blocksOf(frames).reduce((sum, { offsetsNs }) => sum + offsetsNs.length, 0)
  } catch {
    return 0 // unreadable frames are reported when they are read
  }
}
