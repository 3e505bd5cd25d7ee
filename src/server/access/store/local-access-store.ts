import { readFileSync, renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { AccessStore } from './access-store.ts'
import { type KeptAccess, nothingKept, readKeptAccess } from './kept-access.ts'
import { createKeptAccessStore } from './kept-access-store.ts'

const WRITE_AGAIN_MS = 5_000

/** Readable and writable by the server's user only. */
const MODE = 0o600

/** In memory of one process, and in `file` if it must survive restarts. */
export function createLocalAccessStore(deps: { file: string | null; clock: Clock; log: Logger }): AccessStore {
  const { file, clock, log } = deps
  const read = file === null ? null : readKept(file, log)
  const kept = read ?? nothingKept(file === null ? null : clock.now())
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  /** Of the next attempt after a failed write; null after a successful one. */
  let cancelRetry: (() => void) | null = null

  async function write(to: string): Promise<void> {
    try {
      await writeFile(`${to}.new`, JSON.stringify(kept), { mode: MODE, flush: true })
      await rename(`${to}.new`, to)
      if (cancelRetry) log.info('access store written again')
      cancelRetry?.()
      cancelRetry = null
    } catch (error) {
      if (!cancelRetry)
        log.error(
          { code: codeOf(error) },
          'access store write failed, retrying: sign-outs and walls are lost on restart',
        )
      cancelRetry?.()
      cancelRetry = clock.after(WRITE_AGAIN_MS, () => void save())
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

  return createKeptAccessStore({
    kept: () => kept,
    save,
    async change(change) {
      const changed = change(kept)
      if (changed) await save()
      return changed
    },
    ended: new Emitter<void>(),
    clock,
  })
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
