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
import { userName } from '../unreadable-file.ts'
import { isFullDisk } from './full-disk.ts'

/**
 * Makes a folder and those above it, or throws the system's error. Step by step: asked for all of them at once, Node
 * tries for ever below a folder that is there and takes no entries, such as `/proc`.
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

/** Why nothing can be kept in that folder, with the remedy; null where it can. Makes the folder. */
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

/** What is opened there, and what is made anew. */
const IN_USE = /\.sqlite(-wal|-shm)?$|^(access\.json|vapid\.pem|instance|page|\.lock)$/

/** Files that this user may not read and write, as after a restore by root; `mayUse` is asked of each. */
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
    return (error as NodeJS.ErrnoException).code === 'ENOENT' // gone meanwhile
  }
}

/** What we keep there: of the history, of sign-outs and walls, and what was set aside of either. */
const OWN_FILE = /\.sqlite|^access\.json/

/** Takes from everybody else what an earlier version let them read. */
export function closeToOthers(path: string): void {
  for (const name of readdirSync(path)) {
    if (!OWN_FILE.test(name)) continue
    const file = join(path, name)
    try {
      chmodSync(file, statSync(file).mode & 0o700)
    } catch {
      // It is another user's, who lets us use it: whom else is theirs to say.
    }
  }
}

/** Bytes that this user may still write to the file system of `path`. */
export async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
