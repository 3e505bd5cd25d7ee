import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { userName } from '../settings/unreadable-file.ts'
import { isFullDisk } from './full-disk.ts'

/**
 * Creates a folder and its parents one by one, or throws the system's error. A single recursive `mkdir` never returns
 * below an existing folder that rejects entries, such as `/proc` (Node).
 */
export function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isDirectory()) return
  if (there === undefined && dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}

const REASONS: Record<string, string> = {
  EACCES: 'this user has no write permission',
  EPERM: 'this user has no write permission',
  EROFS: 'it is mounted read-only',
  EEXIST: 'it, or a part of its path, is a file, not a folder',
  ENOTDIR: 'it, or a part of its path, is a file, not a folder',
}

/** Creates the folder. Returns why it cannot be written, with the remedy; null if it can. */
export function dataFolderProblem(path: string): string | null {
  const probe = join(path, `.write-test-${process.pid}`)
  try {
    makeFolder(path)
    const file = openSync(probe, 'w')
    try {
      writeSync(file, 'x')
    } finally {
      closeSync(file)
      rmSync(probe)
    }
    return foreignFileProblem(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    // Recovers once there is room; until then live data continue and the history is degraded.
    if (isFullDisk(error, path)) return null
    const why = REASONS[code] ?? 'it can’t be created or written'
    return `DATA_DIR: cannot write to ${path}: ${why} (${code}). Set DATA_DIR to a folder that this user can write, or fix the permissions.`
  }
}

/** Files opened and files recreated in the folder. */
const IN_USE = /\.sqlite(-wal|-shm)?$|^(access\.json|vapid\.pem|instance|page|\.lock)$/

/** Files that this user cannot read and write, as after a restore by root; `mayUse` checks each. */
export function foreignFileProblem(path: string, mayUse = isReadAndWritten): string | null {
  const foreign = readdirSync(path).filter((name) => IN_USE.test(name) && !mayUse(join(path, name)))
  const [first] = foreign
  if (first === undefined) return null
  const more = foreign.length > 1 ? ` and ${foreign.length - 1} more` : ''
  return `DATA_DIR: ${join(path, first)}${more} can't be read and written by the user ${userName()}. As root: chown -R ${userName()}: ${path}`
}

function isReadAndWritten(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' // deleted in the meantime
  }
}

/** Files of the history and of the access store, including those set aside. */
const OWN_FILE = /\.sqlite|^access\.json/

/** Removes read permission for other users from files that an earlier version created too openly. */
export function closeToOthers(path: string): void {
  for (const name of readdirSync(path)) {
    if (!OWN_FILE.test(name)) continue
    const file = join(path, name)
    try {
      chmodSync(file, statSync(file).mode & 0o700)
    } catch {
      // The file belongs to another user, who grants us access and decides about further permissions.
    }
  }
}

/** Bytes that this user may still write to the file system of `path`. */
export async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
