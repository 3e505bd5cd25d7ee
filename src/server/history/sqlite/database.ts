import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileStamp } from '../../../core/time/iso.ts'
import { makeFolder } from '../data-folder.ts'
import { recoverTables } from './files/recover-tables.ts'
import { FormError, prepareSchema } from './schema.ts'

/** The header of a write-ahead log (sqlite.org/fileformat.html, "WAL File Format"). */
const WAL_HEADER_BYTES = 32

const WAL_MAGICS = [0x377f0682, 0x377f0683]
const WAL_VERSION = 3_007_000

/** Damage that SQLite silently ignores. */
interface UnseenDamage {
  /** File to set aside and the suffix for its name. */
  file: string
  as: 'empty' | 'damaged'
  /** Description for the log. */
  what: string
}

/** Result codes of SQLite. */
const BUSY = 5
const CORRUPT = 11
const NOT_A_DATABASE = 26

export interface OpenedDatabase {
  db: DatabaseSync
  /** Null if the history is in memory only. */
  file: string | null
  /** The problem in words; null if there is none. */
  trouble: string | null
}

export type OpenSqlite = (location: string) => DatabaseSync

/**
 * Opens or creates the file. A damaged file is set aside under another name, and its readable tables are copied; without
 * a usable file the history is kept in memory. Neither stops the server.
 */
export function openDatabase(
  file: string,
  options: { nowMs: number; lockWaitMs: number; openSqlite?: OpenSqlite | undefined },
): OpenedDatabase {
  const open = options.openSqlite ?? ((location) => new DatabaseSync(location))
  try {
    makeFolder(dirname(file))
  } catch (error) {
    return inMemory(open, `its folder can't be created (${codeOf(error)})`)
  }
  try {
    const unseen = findUnseenDamage(file)
    const aside = unseen && `${unseen.what} set aside as ${basename(setAside(unseen.file, unseen.as, options.nowMs))}`
    const { db, trouble } = openFile(file, open, options.lockWaitMs)
    return { db, file, trouble: [aside, trouble].filter(Boolean).join('; ') || null }
  } catch (error) {
    if (!isDamage(error)) return inMemory(open, inUse(error) ?? `its file can't be opened (${codeOf(error)})`)
    try {
      const aside = setAside(file, 'damaged', options.nowMs)
      const { db } = openFile(file, open, options.lockWaitMs)
      // The tables of another form may mean something else.
      const result = error instanceof FormError ? `set aside as ${basename(aside)}` : recoverTables(db, aside)
      return { db, file, trouble: `the file was damaged (${codeOf(error)}) and ${result}` }
    } catch (again) {
      return inMemory(open, `its file is damaged and can't be set aside (${codeOf(again)})`)
    }
  }
}

/** Opens the file; `trouble` names repairs, null without any. */
function openFile(file: string, open: OpenSqlite, lockWaitMs: number): { db: DatabaseSync; trouble: string | null } {
  const db = open(file)
  try {
    // Another process on the same file would store everything twice. The lock ends with its process; a process that is
    // ending is awaited.
    db.exec(`PRAGMA busy_timeout = ${lockWaitMs}`)
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
    // Committed data survive a process crash at once, and a machine crash up to the last checkpoint.
    db.exec('PRAGMA synchronous = NORMAL')
    const check = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
    if (check !== 'ok') throw Object.assign(new Error(String(check)), { errcode: CORRUPT })
    return { db, trouble: prepareSchema(db) }
  } catch (error) {
    db.close()
    throw error
  }
}

function inMemory(open: OpenSqlite, trouble: string): OpenedDatabase {
  const db = open(':memory:')
  prepareSchema(db)
  return { db, file: null, trouble }
}

/** Renames a closed file with its companion files; returns its new name. */
export function setAside(file: string, why: string, nowMs: number): string {
  const stamp = fileStamp(nowMs)
  let aside = `${file}.${why}-${stamp}`
  for (let i = 2; existsSync(aside); i++) aside = `${file}.${why}-${stamp}-${i}`
  renameSync(file, aside)
  for (const part of ['-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}

/** True if stored data can no longer be read as written. */
export function isDamage(error: unknown): boolean {
  const result = resultCode(error)
  return error instanceof FormError || result === CORRUPT || result === NOT_A_DATABASE
}

function inUse(error: unknown): string | null {
  return resultCode(error) === BUSY ? 'another process uses its file' : null
}

/** SQLite's result code without its finer part; null for another error. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

/** A failure in a few words, without any path. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** Inspects a closed database; null if SQLite itself detects any damage. */
function findUnseenDamage(file: string): UnseenDamage | null {
  if (existsSync(file) && statSync(file).size === 0) return { file, as: 'empty', what: 'the file was empty and' }
  const log = `${file}-wal`
  if (!existsSync(log) || isWriteAheadLog(log)) return null
  return { file: log, as: 'damaged', what: 'the write-ahead log was damaged and was' }
}

/** By its header; a shorter log is empty. */
function isWriteAheadLog(path: string): boolean {
  const header = Buffer.alloc(WAL_HEADER_BYTES)
  const descriptor = openSync(path, 'r')
  try {
    if (readSync(descriptor, header) < WAL_HEADER_BYTES) return true
  } finally {
    closeSync(descriptor)
  }
  return WAL_MAGICS.includes(header.readUInt32BE(0)) && header.readUInt32BE(4) === WAL_VERSION
}
