import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** The header of a write-ahead log (sqlite.org/fileformat.html, "WAL File Format"). */
const WAL_HEADER_BYTES = 32
const WAL_MAGICS = [0x377f0682, 0x377f0683]
const WAL_VERSION = 3_007_000

/** Damage that SQLite silently ignores. */
export interface UnseenDamage {
  /** File to set aside and the suffix for its name. */
  file: string
  as: 'empty' | 'damaged'
  /** Description for the log. */
  what: string
}

/** Inspects a closed database; null if SQLite itself detects any damage. */
export function findUnseenDamage(file: string): UnseenDamage | null {
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
