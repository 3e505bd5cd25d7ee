import * as z from 'zod/mini'
import { PRODUCTS, tokenResponseSchema } from './auth.ts'
import { nameOf } from './display-text.ts'
import { boundedText, listOf } from './fields.ts'
import { replaySchema } from './replay.ts'

/** What our own server adds to the contract: the page's tokens, its configuration, and the status of everything. */

/** `POST /api/token/{product}`: where to use the token comes with it. */
export const pageTokenSchema = z.extend(tokenResponseSchema, {
  /** Origin for REST. */
  url: boundedText,
  /** Origin for sockets, `ws:` or `wss:`. */
  ws_url: boundedText,
})
export type PageToken = z.infer<typeof pageTokenSchema>
export const productSchema = z.enum(PRODUCTS as ['lightning', 'metar', 'standard'])

/** The body of a 401 to `POST /api/token/{product}`: how the person at the page can sign in. */
export const signInChallengeSchema = z.looseObject({
  detail: boundedText,
  reason: z.literal('sign-in'),
  /** `password`: by `POST /api/session`; `oidc`: at the proxy or provider that the page was opened through. */
  access: z.enum(['password', 'oidc']),
  /** Some passwords belong to names, so the page asks for a name as well. */
  names: z.boolean(),
})
export type SignInChallenge = z.infer<typeof signInChallengeSchema>

/** `POST /api/session`. */
export const signInSchema = z.object({
  password: z.string().check(z.minLength(1), z.maxLength(1_024)),
  name: z.optional(z.string().check(z.maxLength(128))),
})
export type SignIn = z.infer<typeof signInSchema>
/** The same of a wall, by the code of its link. */
export const wallSignInSchema = z.object({ wall: z.string().check(z.minLength(1), z.maxLength(64)) })
export type WallSignIn = z.infer<typeof wallSignInSchema>

/** A wall that may come in without a password. Times are UTC ISO 8601. */
const wallSchema = z.looseObject({
  id: boundedText,
  name: boundedText,
  /** Who let it in; null where a password without a name was used. */
  madeBy: z.nullable(boundedText),
  madeAt: boundedText,
  /** So long its link is good; null once the wall has come by it. */
  linkUntil: z.nullable(boundedText),
  /** Null before the wall has come. */
  seenAt: z.nullable(boundedText),
})
export type ListedWall = z.infer<typeof wallSchema>
/** `GET /api/walls`. */
export const wallListSchema = z.looseObject({ walls: listOf(wallSchema) })
export type WallList = z.infer<typeof wallListSchema>
/** `POST /api/walls`, and its answer: the code goes into the link that the wall is opened by, and is told this once. */
export const letInSchema = z.object({ name: nameOf(60) })
export const letInWallSchema = z.extend(wallSchema, { code: boundedText })
export type LetInWall = z.infer<typeof letInWallSchema>

const boxSchema = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })

export const pageConfigSchema = z.looseObject({
  version: boundedText,
  simulated: z.boolean(),
  /** Set where recorded strikes are played. */
  replay: z.optional(z.nullable(replaySchema)),
  delivery: z.enum(['relay', 'direct']),
  /** Who may see the map; where `password`, who signed in can sign out. */
  access: z._default(z.enum(['open', 'password', 'oidc']), 'open'),
  boundaries: z.enum(['default', 'chn']),
  basemapStyleUrl: z.nullable(boundedText),
  /** Whether the operator added layers, which are listed to whoever may see the map. */
  hasOwnLayers: z._default(z.boolean(), false),
  /** What the map shows at first, degrees; null where neither a setting nor the list of airports says. */
  home: z._default(z.nullable(boxSchema), null),
  /** How far back strikes and reports are kept; null where they are not. */
  historyHours: z._default(z.nullable(z.number()), null),
  /** How well strikes are located, km, where the operator says; null where nobody does. */
  locationErrorKm: z._default(z.nullable(z.number()), null),
  /** Changes with the embedded tiles, so that each of them can be kept for good. */
  basemapVersion: boundedText,
})
export type PageConfig = z.infer<typeof pageConfigSchema>

/** One of the server's lines to its source. Times are UTC ISO 8601. */
export const linkStatusSchema = z.looseObject({
  state: z.enum(['connecting', 'live', 'down', 'waiting-for-slot', 'off']),
  since: boundedText,
  lastMessageAt: z.nullable(boundedText),
  reconnects: z.number(),
  lastError: z.nullable(boundedText),
})
export type LinkStatus = z.infer<typeof linkStatusSchema>

export const gapSchema = z.looseObject({ feed: z.enum(['lightning', 'metar']), from: boundedText, to: boundedText })
export type Gap = z.infer<typeof gapSchema>

/** How much is kept, and how well. Times are UTC ISO 8601. */
export const historyStatusSchema = z.looseObject({
  /** `degraded`: live data goes on, but not all of it is kept; `why` says more. */
  state: z.enum(['ok', 'degraded']),
  why: z.nullable(boundedText),
  /** What had to be repaired since the start. */
  notice: z.nullable(boundedText),
  hours: z.number(),
  bytes: z.number(),
  strikes: z.number(),
  minutes: z.number(),
  oldest: z.nullable(boundedText),
  reports: z.number(),
  /** Strikes that wait to be written. */
  waiting: z.number(),
  duplicates: z.number(),
  /** Strikes that were set aside because their time is too far from now. */
  outOfTime: z.number(),
  damagedMinutes: z.number(),
})
export type HistoryStatus = z.infer<typeof historyStatusSchema>

/** `GET /api/status`. */
export const statusSchema = z.looseObject({
  version: boundedText,
  now: boundedText,
  startedAt: boundedText,
  simulated: z.boolean(),
  delivery: z.enum(['relay', 'direct']),
  links: z.object({ lightning: linkStatusSchema, metar: linkStatusSchema }),
  /** Upstream sockets in use, of those the contract allows. */
  slots: z.object({ used: z.number(), limit: z.number() }),
  /** Upstream requests. */
  rest: z.object({ perSecondLimit: z.number(), queued: z.number(), total: z.number(), failed: z.number() }),
  points: z.object({ spentToday: z.number(), budgetPerDay: z.number(), resetsAt: boundedText, exhausted: z.boolean() }),
  gaps: listOf(gapSchema),
  cache: z.object({ entries: z.number(), hits: z.number(), misses: z.number() }),
  viewers: z.object({ lightning: z.number(), metar: z.number() }),
  /** Records and messages set aside since the start, by why. */
  setAside: z.object({
    badRecords: z.number(),
    unknownMessages: z.number(),
    malformedFrames: z.number(),
    duplicates: z.number(),
    /** Groups of reports with a value that can't be, and groups that could not be read. */
    impossibleGroups: z.optional(z.number()),
    unreadGroups: z.optional(z.number()),
  }),
  /** Absent where none is kept. */
  history: z.optional(historyStatusSchema),
})
export type Status = z.infer<typeof statusSchema>

/**
 * Query of a question for fires in a box: `held=only` answers from memory, and 404 where nothing is held. Never
 * charged.
 */
export const HELD_PARAM = 'held'
export const HELD_ONLY = 'only'

/** `GET /api/fires`: the cells whose fires are held, each as west, south, and the time of its answer (Unix ms). */
export const heldFireCellsSchema = z.looseObject({ cells: listOf(z.tuple([z.number(), z.number(), z.number()])) })
export type HeldFireCells = z.infer<typeof heldFireCellsSchema>
