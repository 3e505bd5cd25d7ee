import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { SESSION_MS, type Session } from '../sign-in/sessions.ts'
import type { Wall, WallDigests } from './access-store.ts'

/** Of one line of the password file; beyond it the oldest make place, and all that began before them end as well. */
const ENDED_MAX = 500
/** Of all lines together: the whole of it has to go into one message between processes. */
const ENDED_IN_ALL_MAX = 10_000
const WALLS_MAX = 100
/** Of who let them in, where that is a name. */
const WALLS_OF_NAME_MAX = 10
/** A wall that did not come by for so long has to be let in again. */
const UNSEEN_MS = 90 * DAY_MS
/** When a wall was last seen is written down so often. */
const NOTE_SEEN_MS = HOUR_MS

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

/** What is kept of sign-outs and walls, whatever keeps it. */
const keptAccessSchema = z.object({
  /** Sessions that began at or before this have ended, whoever's they are. */
  endedUpToMs: z.number().nullable(),
  /** Of each line: sessions that began up to a moment, and others by their id. */
  ended: z.record(z.string(), z.object({ upToMs: z.number().nullable(), sessions: z.record(z.string(), z.number()) })),
  walls: z.array(keptWallSchema),
})
export type KeptAccess = z.infer<typeof keptAccessSchema>

/** Nobody has signed out before `endedUpToMs`, but all have where what was is not known; there are no walls. */
export function nothingKept(endedUpToMs: number | null): KeptAccess {
  return { endedUpToMs, ended: {}, walls: [] }
}

/** What `text` holds; null where that is none of ours. */
export function readKeptAccess(text: string): KeptAccess | null {
  try {
    return keptAccessSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export function endKept(kept: KeptAccess, { id, password, startedMs }: Session, nowMs: number): void {
  kept.ended[password] ??= { upToMs: null, sessions: {} }
  kept.ended[password].sessions[id] = startedMs
  dropOld(kept, nowMs)
}

/** Whoever has ended in one of both has; the walls are those of `kept`. */
export function mergeKept(kept: KeptAccess, other: KeptAccess, nowMs: number): KeptAccess {
  const ended = { ...kept.ended }
  for (const [password, theirs] of Object.entries(other.ended)) {
    const { upToMs = null, sessions = {} } = ended[password] ?? {}
    const latest = upToMs === null ? theirs.upToMs : Math.max(upToMs, theirs.upToMs ?? upToMs)
    ended[password] = { upToMs: latest, sessions: { ...sessions, ...theirs.sessions } }
  }
  const { endedUpToMs } = kept
  const latest = endedUpToMs === null ? other.endedUpToMs : Math.max(endedUpToMs, other.endedUpToMs ?? endedUpToMs)
  const merged = { ...kept, ended, endedUpToMs: latest }
  dropOld(merged, nowMs)
  return merged
}

export function hasEndedIn(kept: KeptAccess, { id, password, startedMs }: Session): boolean {
  const line = kept.ended[password]
  const upToMs = Math.max(kept.endedUpToMs ?? 0, line?.upToMs ?? 0)
  return startedMs <= upToMs || line?.sessions[id] !== undefined
}

/** A wall to be, which is known by its link until it comes. */
export function newWall(said: Pick<Wall, 'name' | 'madeBy'> & { code: string; linkUntilMs: number }, madeMs: number) {
  const id = randomBytes(9).toString('base64url')
  return { ...said, id, madeMs, seenMs: null, secret: null } satisfies KeptWall
}

/** Null where there are as many as there may be. One that is there already is not added again. */
export function addKeptWall(kept: KeptAccess, wall: KeptWall, nowMs: number): Wall | null {
  const known = kept.walls.find(({ id }) => id === wall.id)
  if (known) return shownWall(known)
  kept.walls = countingWalls(kept, nowMs)
  const isOfSame = ({ madeBy }: KeptWall) => madeBy !== null && madeBy === wall.madeBy
  if (kept.walls.length >= WALLS_MAX || kept.walls.filter(isOfSame).length >= WALLS_OF_NAME_MAX) return null
  kept.walls.push(wall)
  return shownWall(wall)
}

/** The wall that is known by `secret` from now on; null where the link is good no more. Who has claimed it has it still. */
export function claimKeptWall(kept: KeptAccess, { code, secret }: WallDigests, nowMs: number): Wall | null {
  const claimed = keptWallOf(kept, secret, nowMs)
  if (claimed) return claimed
  const wall = countingWalls(kept, nowMs).find((each) => each.code === code)
  if (!wall) return null
  Object.assign(wall, { code: null, secret, linkUntilMs: null, seenMs: nowMs })
  return shownWall(wall)
}

export function keptWallOf(kept: KeptAccess, secret: string, nowMs: number): Wall | null {
  const wall = countingWalls(kept, nowMs).find((each) => each.secret === secret)
  return wall ? shownWall(wall) : null
}

/** Answers whether that is to be written down: what it was seen last is of long before. */
export function sawKeptWall(kept: KeptAccess, id: Wall['id'], nowMs: number): boolean {
  const wall = kept.walls.find((each) => each.id === id)
  if (!wall) return false
  const isNoted = stretchOf(wall.seenMs ?? 0) === stretchOf(nowMs)
  wall.seenMs = nowMs
  return !isNoted
}

/** False where there is none of that id. */
export function removeKeptWall(kept: KeptAccess, id: Wall['id']): boolean {
  const before = kept.walls.length
  kept.walls = kept.walls.filter((each) => each.id !== id)
  return kept.walls.length < before
}

export function shownWalls(kept: KeptAccess, nowMs: number): Wall[] {
  return countingWalls(kept, nowMs).map(shownWall)
}

/** Those that are still let in, or may still come by their link. */
function countingWalls({ walls }: KeptAccess, nowMs: number): KeptWall[] {
  return walls.filter(({ linkUntilMs, seenMs }) =>
    linkUntilMs === null ? nowMs - (seenMs ?? 0) < UNSEEN_MS : linkUntilMs > nowMs,
  )
}

const stretchOf = (atMs: number) => Math.floor(atMs / NOTE_SEEN_MS)

function shownWall({ code: _code, secret: _secret, ...wall }: KeptWall): Wall {
  return wall
}

/** Sessions whose time is over need no mention; of too many the oldest are told by when they began. */
function dropOld({ ended }: KeptAccess, nowMs: number): void {
  const most = Math.min(ENDED_MAX, Math.floor(ENDED_IN_ALL_MAX / Object.keys(ended).length))
  for (const [password, line] of Object.entries(ended)) {
    const young = Object.entries(line.sessions).filter(([, startedMs]) => nowMs - startedMs < SESSION_MS)
    young.sort(([, a], [, b]) => b - a)
    for (const [, startedMs] of young.splice(most)) line.upToMs = Math.max(line.upToMs ?? 0, startedMs)
    line.sessions = Object.fromEntries(young)
    if (young.length === 0 && nowMs - (line.upToMs ?? 0) >= SESSION_MS) delete ended[password]
  }
}
