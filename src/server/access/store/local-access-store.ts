import { readFileSync, renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { AccessStore } from './access-store.ts'
import {
  addKeptWall,
  claimKeptWall,
  endKept,
  hasEndedIn,
  type KeptAccess,
  keptWallOf,
  newWall,
  nothingKept,
  readKeptAccess,
  removeKeptWall,
  sawKeptWall,
  shownWalls,
} from './kept-access.ts'

/** Readable and writable by the server's user only. */
const MODE = 0o600

/** In memory of one process, and in `file` if it must survive restarts. */
export function createLocalAccessStore(deps: { file: string | null; clock: Clock; log: Logger }): AccessStore {
  const { file, clock, log } = deps
  const read = file === null ? null : readKept(file, log)
  const kept = read ?? nothingKept(file === null ? null : clock.now())
  const ended = new Emitter<void>()
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function write(to: string): Promise<void> {
    try {
      await writeFile(`${to}.new`, JSON.stringify(kept), { mode: MODE, flush: true })
      await rename(`${to}.new`, to)
    } catch (error) {
      log.error({ code: codeOf(error) }, 'access store write failed, sign-outs and walls are lost on restart')
    }
  }

  /** Serialized; changes during a write are combined into the next one. */
  function save(): Promise<void> {
    if (file === null) return writing
    next ??= writing.then(() => {
      next = null
      return write(file)
    })
    writing = next
    return next
  }

  if (read === null) void save()

  return {
    endSession(session) {
      endKept(kept, session, clock.now())
      ended.emit()
      return save()
    },
    hasEnded: async (session) => hasEndedIn(kept, session),
    async addWall(said) {
      const added = addKeptWall(kept, newWall(said, clock.now()), clock.now())
      if (added) await save()
      return added
    },
    walls: async () => shownWalls(kept, clock.now()),
    async claimWall(digests) {
      const claimed = claimKeptWall(kept, digests, clock.now())
      if (claimed) await save()
      return claimed
    },
    wallOf: async (secret) => keptWallOf(kept, secret, clock.now()),
    async saw(id) {
      if (sawKeptWall(kept, id, clock.now())) await save()
    },
    async removeWall(id) {
      if (!removeKeptWall(kept, id)) return false
      ended.emit()
      await save()
      return true
    },
    onEnded: (listener) => ended.subscribe(listener),
  }
}

/**
 * State of the file; null if it is unreadable: earlier sign-outs are then unknown, so all sessions must end. A damaged
 * file is set aside.
 */
function readKept(file: string, log: Logger): KeptAccess | null {
  try {
    const read = readKeptAccess(readFileSync(file, 'utf8'))
    if (read) return read
    const aside = `${file}.damaged`
    renameSync(file, aside)
    log.error({ aside: basename(aside) }, 'access store damaged and set aside, all users must sign in again')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return nothingKept(null)
    log.error({ code: codeOf(error) }, 'access store unreadable, all users must sign in again')
  }
  return null
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
