import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { SESSION_MS } from '../sign-in/sessions.ts'
import type { AccessStore, Wall } from './access-store.ts'

/** Of one line of the password file; beyond it the oldest make place, and all that began before them end as well. */
const ENDED_MAX = 500
const WALLS_MAX = 100
/** A wall that did not come by for so long has to be let in again. */
const UNSEEN_MS = 90 * DAY_MS
/** When a wall was last seen is written down so often. */
const NOTE_SEEN_MS = HOUR_MS
/** Read and written by the server's own user alone. */
const MODE = 0o600

const keptWallSchema = z.object({
  id: z.string(),
  name: z.string(),
  madeBy: z.string().nullable(),
  madeMs: z.number(),
  linkUntilMs: z.number().nullable(),
  seenMs: z.number().nullable(),
  code: z.string().nullable(),
  secret: z.string().nullable(),
})
type KeptWall = z.infer<typeof keptWallSchema>

const keptSchema = z.object({
  /** Sessions that began at or before this have ended, whoever's they are. */
  endedUpToMs: z.number().nullable(),
  /** Of each line: sessions that began up to a moment, and others by their id. */
  ended: z.record(z.string(), z.object({ upToMs: z.number().nullable(), sessions: z.record(z.string(), z.number()) })),
  walls: z.array(keptWallSchema),
})
type Kept = z.infer<typeof keptSchema>

/** In the memory of one process, and in `file` where it is to outlive it. */
export function createLocalAccessStore(deps: { file: string | null; clock: Clock; log: Logger }): AccessStore {
  const { file, clock, log } = deps
  const read = file === null ? null : readKept(file, log)
  const kept = read ?? { ...nothing(), endedUpToMs: file === null ? null : clock.now() }
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function write(to: string): Promise<void> {
    try {
      await writeFile(`${to}.new`, JSON.stringify(kept), { mode: MODE, flush: true })
      await rename(`${to}.new`, to)
    } catch (error) {
      log.error({ code: codeOf(error) }, 'who signed out, and which walls there are, is not kept over a restart')
    }
  }

  /** One after the other; whatever comes while one is under way is in the next one together. */
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

  /** A wall that is still let in, or may still come by its link. */
  function counts({ linkUntilMs, seenMs }: KeptWall): boolean {
    return linkUntilMs === null ? clock.now() - (seenMs ?? 0) < UNSEEN_MS : linkUntilMs > clock.now()
  }

  return {
    endSession({ id, password, startedMs }) {
      kept.ended[password] ??= { upToMs: null, sessions: {} }
      kept.ended[password].sessions[id] = startedMs
      dropOld(kept, clock.now())
      return save()
    },
    async hasEnded({ id, password, startedMs }) {
      const line = kept.ended[password]
      const upToMs = Math.max(kept.endedUpToMs ?? 0, line?.upToMs ?? 0)
      return startedMs <= upToMs || line?.sessions[id] !== undefined
    },
    async addWall({ code, ...said }) {
      kept.walls = kept.walls.filter(counts)
      if (kept.walls.length >= WALLS_MAX) return null
      const id = randomBytes(9).toString('base64url')
      const wall = { ...said, id, madeMs: clock.now(), seenMs: null, code, secret: null }
      kept.walls.push(wall)
      await save()
      return shown(wall)
    },
    walls: async () => kept.walls.filter(counts).map(shown),
    async claimWall({ code, secret }) {
      const wall = kept.walls.find((each) => each.code === code && counts(each))
      if (!wall) return null
      Object.assign(wall, { code: null, secret, linkUntilMs: null, seenMs: clock.now() })
      await save()
      return shown(wall)
    },
    async wallOf(secret) {
      const wall = kept.walls.find((each) => each.secret === secret && counts(each))
      return wall ? shown(wall) : null
    },
    async saw(id) {
      const wall = kept.walls.find((each) => each.id === id)
      if (!wall) return
      const isNoted = stretchOf(wall.seenMs ?? 0) === stretchOf(clock.now())
      wall.seenMs = clock.now()
      if (!isNoted) await save()
    },
    async removeWall(id) {
      const before = kept.walls.length
      kept.walls = kept.walls.filter((each) => each.id !== id)
      if (kept.walls.length === before) return false
      await save()
      return true
    },
  }
}

const stretchOf = (atMs: number) => Math.floor(atMs / NOTE_SEEN_MS)

function shown({ code: _code, secret: _secret, ...wall }: KeptWall): Wall {
  return wall
}

/** Sessions whose time is over need no mention; of too many the oldest are told by when they began. */
function dropOld({ ended }: Kept, nowMs: number): void {
  for (const [password, line] of Object.entries(ended)) {
    const young = Object.entries(line.sessions).filter(([, startedMs]) => nowMs - startedMs < SESSION_MS)
    young.sort(([, a], [, b]) => b - a)
    for (const [, startedMs] of young.splice(ENDED_MAX)) line.upToMs = Math.max(line.upToMs ?? 0, startedMs)
    line.sessions = Object.fromEntries(young)
    if (young.length === 0 && nowMs - (line.upToMs ?? 0) >= SESSION_MS) delete ended[password]
  }
}

function nothing(): Kept {
  return { endedUpToMs: null, ended: {}, walls: [] }
}

/**
 * What the file holds; null where that can't be told: who had signed out is not known then, so everybody has to have. A
 * damaged file is set aside.
 */
function readKept(file: string, log: Logger): Kept | null {
  try {
    const read = keptSchema.safeParse(jsonOf(readFileSync(file, 'utf8')))
    if (read.success) return read.data
    const aside = `${file}.damaged`
    renameSync(file, aside)
    log.error({ aside: basename(aside) }, 'the file of sign-outs and walls is damaged and set aside: all sign in again')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return nothing()
    log.error({ code: codeOf(error) }, 'the file of sign-outs and walls can not be read: all sign in again')
  }
  return null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
