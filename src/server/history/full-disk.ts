import { statfsSync } from 'node:fs'

const FULL_CODES: unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** SQLite's result codes. */
const SQLITE_FULL = 13
const SQLITE_IO = 10
/** A full file system may report only a failed write (EIO): with less free space than this it counts as full. */
const ROOM_MIN_BYTES = 1024 * 1024

/** Whether a write failed because the file system of `dir` is full. */
export function isFullDisk(error: unknown, dir: string): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : null
  const result = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null
  if (result === SQLITE_FULL || FULL_CODES.includes(code)) return true
  return (result === SQLITE_IO || code === 'EIO') && hasNoRoom(dir)
}

function hasNoRoom(dir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize < ROOM_MIN_BYTES
  } catch {
    return false
  }
}
