import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** The header of a write-ahead log (sqlite.org/fileformat.html, "WAL File Format"). */
const WAL_HEADER_BYTES = 32
const WAL_MAGICS = [0x377f0682, 0x377f0683]
const WAL_VERSION = 3_007_000

/** What SQLite would pass over without a word. */
export interface UnseenDamage {
  /** What is to be set aside, and as what. */
  file: string
  as: 'empty' | 'damaged'
  /** In words. */
  what: string
}

/** Looks at a database that is closed; null where SQLite itself will see what is wrong. */
export function findUnseenDamage(file: string): UnseenDamage | null {
  if (existsSync(file) && statSync(file).size === 0) return { file, as: 'empty', what: 'the file was empty and' }
  const log = `${file}-wal`
  if (!existsSync(log) || isWriteAheadLog(log)) return null
  return { file: log, as: 'damaged', what: 'the write-ahead log was damaged and was' }
}

/** By the beginning of its header; a log that is shorter than that holds nothing yet. */
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
