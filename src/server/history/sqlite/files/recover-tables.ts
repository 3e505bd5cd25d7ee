import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Recovered first: without the notes it is unknown whether the other data are simulated. */
const FIRST = 'notes'
/** Recovered last, the largest at the end. A period counts as observed only with all its records. */
const RECORDS = ['reports', 'strikes']
const OBSERVED = 'observed'

/** Copies all that is readable from a damaged file into an empty database. Returns the result in words. */
export function recoverTables(db: DatabaseSync, damaged: string): string {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
  const lastOnes = [...RECORDS, OBSERVED]
  const inOrder = [FIRST, ...tables.filter((name) => name !== FIRST && !lastOnes.includes(name)), ...lastOnes]
  const lost: string[] = []
  const damagedTables: string[] = []
  const needs = (table: string) => (table === OBSERVED ? [FIRST, ...RECORDS] : [FIRST])
  try {
    db.prepare('ATTACH ? AS damaged').run(damaged)
    if (versionOf(db, 'damaged') !== versionOf(db, 'main')) throw new Error('another version')
    for (const table of inOrder) {
      const mayCopy = !needs(table).some((name) => lost.includes(name))
      if (mayCopy && copyTable(db, table)) continue
      lost.push(table)
      if (mayCopy && table !== FIRST) damagedTables.push(table)
    }
    db.exec('DETACH damaged')
    for (const table of damagedTables) copyBothEnds(db, damaged, table)
  } catch {
    lost.push(...tables)
  }
  const result = lost.length === 0 ? 'all data recovered' : `not wholly recovered: ${[...new Set(lost)].join(', ')}`
  return `set aside as ${basename(damaged)}; ${result}`
}

/** Copies all rows, or none if any is unreadable. */
function copyTable(db: DatabaseSync, table: string): boolean {
  const columns = columnsOf(db, table).join()
  try {
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM damaged.${table}`)
    return true
  } catch {
    return false
  }
}

/** Copies the rows before the first unreadable page, and those after the last one. */
function copyBothEnds(db: DatabaseSync, damaged: string, table: string): void {
  const columns = columnsOf(db, table)
  const insert = db.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  )
  const from = new DatabaseSync(damaged)
  db.exec('BEGIN')
  for (const order of ['', 'ORDER BY rowid DESC']) {
    try {
      const rows = from.prepare(`SELECT ${columns.join()} FROM ${table} ${order}`).iterate()
      for (const row of rows) insert.run(...Object.values(row))
    } catch {
      // The damage, or a table without row ids.
    }
  }
  db.exec('COMMIT')
  from.close()
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  const columns = db.prepare(`PRAGMA main.table_info(${table})`).all()
  return columns.map(({ name }) => `"${name}"`)
}

function versionOf(db: DatabaseSync, schema: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${schema}.user_version`).get() ?? {})[0]
}
