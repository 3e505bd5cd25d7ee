import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A process that is just ending is waited for. */
const WAIT_MS = 5_000
/** SQLite's result codes for a lock that another process holds, and for a file with other contents. */
const BUSY = 5
const NOT_A_DATABASE = 26
const LOCK_FILE = '.lock'

/**
 * Locks a data folder for this process until `release` or the end of the process. `problem` says that another process
 * holds the lock, with the remedy. If the lock file cannot be created, as on a full disk, nothing is locked.
 */
export function lockDataFolder(dir: string, waitMs = WAIT_MS): { release(): void } | { problem: string } {
  const file = join(dir, LOCK_FILE)
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(file)
    db.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY`)
    db.exec('BEGIN EXCLUSIVE')
    const held = db
    return { release: () => held.close() }
  } catch (error) {
    db?.close()
    const code = error instanceof Error && 'errcode' in error ? error.errcode : null
    if (code === NOT_A_DATABASE) {
      // No process has it locked. Emptied, not deleted: of two that start at once only one gets the lock.
      truncateSync(file)
      return lockDataFolder(dir, waitMs)
    }
    if (code !== BUSY) return { release() {} }
    return {
      problem: `DATA_DIR: ${dir} is in use by another Brontide. Stop that one, or set another DATA_DIR.`,
    }
  }
}
