import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** Recovered first: without the notes it is unknown whether the other data are simulated. */
const FIRST = 'notes'
/** Recovered last, the largest at the end. A period counts as observed only with all its records. */
const RECORDS = ['reports', 'strikes']
const OBSERVED = 'observed'

/** Copies every table that is readable from a damaged file into an empty database. Returns the result in words. */
export function recoverTables(db: DatabaseSync, damaged: string): string {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
  const lastOnes = [...RECORDS, OBSERVED]
  const inOrder = [FIRST, ...tables.filter((name) => name !== FIRST && !lastOnes.includes(name)), ...lastOnes]
  const lost: string[] = []
  const needs = (table: string) => (table === OBSERVED ? [FIRST, ...RECORDS] : [FIRST])
  try {
    db.prepare('ATTACH ? AS damaged').run(damaged)
    if (versionOf(db, 'damaged') !== versionOf(db, 'main')) throw new Error('another version')
    for (const table of inOrder) {
      if (needs(table).some((name) => lost.includes(name)) || !copyTable(db, table)) lost.push(table)
    }
    db.exec('DETACH damaged')
  } catch {
    lost.push(...tables)
  }
  const result = lost.length === 0 ? 'all data recovered' : `not recovered: ${[...new Set(lost)].join(', ')}`
  return `set aside as ${basename(damaged)}; ${result}`
}

/** Copies all rows, or none if any is unreadable. */
function copyTable(db: DatabaseSync, table: string): boolean {
  const columns = db
    .prepare(`PRAGMA main.table_info(${table})`)
    .all()
    .map(({ name }) => `"${name}"`)
    .join()
  try {
    db.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM damaged.${table}`)
    return true
  } catch {
    return false
  }
}

function versionOf(db: DatabaseSync, schema: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${schema}.user_version`).get() ?? {})[0]
}
