import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { SESSION_MS, type Session } from '../sign-in/sessions.ts'
import type { Wall, WallDigests } from './access-store.ts'

/** Ended sessions per password line; beyond it the oldest are dropped, and all sessions begun before them end too. */
const ENDED_MAX = 500
/** For all lines together: the state must fit in one message between processes. */
const ENDED_IN_ALL_MAX = 10_000
const WALLS_MAX = 100
/** Walls per person who admitted them. */
const WALLS_OF_NAME_MAX = 10
/** A wall not seen for this time must be admitted again. */
const UNSEEN_MS = 90 * DAY_MS
/** Write interval for the time a wall was last seen. */
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

/** Stored form of sign-outs and walls, independent of the engine. */
const keptAccessSchema = z.object({
  /** All sessions started at or before this time have ended. */
  endedUpToMs: z.number().nullable(),
  /** Per line: sessions begun up to a time, and further ones by id. */
  ended: z.record(z.string(), z.object({ upToMs: z.number().nullable(), sessions: z.record(z.string(), z.number()) })),
  walls: z.array(keptWallSchema),
})
export type KeptAccess = z.infer<typeof keptAccessSchema>

/**
 * Empty state: no walls; sessions begun up to `endedUpToMs` have ended, which is now if earlier sign-outs are unknown.
 */
export function nothingKept(endedUpToMs: number | null): KeptAccess {
  return { endedUpToMs, ended: {}, walls: [] }
}

/** Parses `text`; null if it is invalid. */
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

/** Union of the ended sessions of both; the walls of `kept`. */
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

/** A new wall, identified by its link until it is redeemed. */
export function newWall(said: Pick<Wall, 'name' | 'madeBy'> & { code: string; linkUntilMs: number }, madeMs: number) {
  const id = randomBytes(9).toString('base64url')
  return { ...said, id, madeMs, seenMs: null, secret: null } satisfies KeptWall
}

/** Null if the limit of walls is reached. An existing wall is not added again. */
export function addKeptWall(kept: KeptAccess, wall: KeptWall, nowMs: number): Wall | null {
  const known = kept.walls.find(({ id }) => id === wall.id)
  if (known) return shownWall(known)
  kept.walls = countingWalls(kept, nowMs)
  const isOfSame = ({ madeBy }: KeptWall) => madeBy !== null && madeBy === wall.madeBy
  if (kept.walls.length >= WALLS_MAX || kept.walls.filter(isOfSame).length >= WALLS_OF_NAME_MAX) return null
  kept.walls.push(wall)
  return shownWall(wall)
}

/** The wall, from now on identified by `secret`; null for an invalid link. Repeating a claim is idempotent. */
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

/** Returns whether the new time must be written, because the stored one is too old. */
export function sawKeptWall(kept: KeptAccess, id: Wall['id'], nowMs: number): boolean {
  const wall = kept.walls.find((each) => each.id === id)
  if (!wall) return false
  const isNoted = stretchOf(wall.seenMs ?? 0) === stretchOf(nowMs)
  wall.seenMs = nowMs
  return !isNoted
}

/** False if no wall has this id. */
export function removeKeptWall(kept: KeptAccess, id: Wall['id']): boolean {
  const before = kept.walls.length
  kept.walls = kept.walls.filter((each) => each.id !== id)
  return kept.walls.length < before
}

export function shownWalls(kept: KeptAccess, nowMs: number): Wall[] {
  return countingWalls(kept, nowMs).map(shownWall)
}

/** Walls that are admitted, or whose link is still valid. */
function countingWalls({ walls }: KeptAccess, nowMs: number): KeptWall[] {
  return walls.filter(({ linkUntilMs, seenMs }) =>
    linkUntilMs === null ? nowMs - (seenMs ?? 0) < UNSEEN_MS : linkUntilMs > nowMs,
  )
}

const stretchOf = (atMs: number) => Math.floor(atMs / NOTE_SEEN_MS)

function shownWall({ code: _code, secret: _secret, ...wall }: KeptWall): Wall {
  return wall
}

/** Expired sessions are dropped; beyond the limit the oldest are covered by `upToMs`. */
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
