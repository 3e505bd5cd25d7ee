import * as z from 'zod/mini'
import { PRODUCTS, tokenResponseSchema } from './auth.ts'
import { boundedText, listOf } from './fields.ts'
import { replaySchema } from './replay.ts'

/** Our API beyond the contract: page tokens and configuration. */

/** `POST /api/token/{product}`: includes where to use the token. */
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
  /** Whether passwords require a name, so that the page shows a field for it. */
  names: z.boolean(),
})
export type SignInChallenge = z.infer<typeof signInChallengeSchema>

const boxSchema = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })

export const pageConfigSchema = z.looseObject({
  version: boundedText,
  simulated: z.boolean(),
  /** Set if recorded strikes are replayed. */
  replay: z.optional(z.nullable(replaySchema)),
  delivery: z.enum(['relay', 'direct']),
  /** Access to the map; with `password` a signed-in person can sign out. */
  access: z._default(z.enum(['open', 'password', 'oidc']), 'open'),
  boundaries: z.enum(['default', 'chn']),
  basemapStyleUrl: z.nullable(boundedText),
  /** Whether the operator configured layers, which viewers of the map can list. */
  hasOwnLayers: z._default(z.boolean(), false),
  /** Initial view, degrees; null if neither a setting nor the list of airports provides one. */
  home: z._default(z.nullable(boxSchema), null),
  /** Retention of strikes and reports; null without a history. */
  historyHours: z._default(z.nullable(z.number()), null),
  /** Location accuracy of strikes, km, as configured; null if unknown. */
  locationErrorKm: z._default(z.nullable(z.number()), null),
  /** Changes with the embedded tiles, so that tiles are immutable by URL. */
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

/**
 * Query parameter for fires in a box: `held=only` responds from the cache, with 404 without an entry. Never charged.
 */
export const HELD_PARAM = 'held'
export const HELD_ONLY = 'only'

/** `GET /api/fires`: cells of cached fires, each as west, south, and the time of its response (Unix ms). */
export const heldFireCellsSchema = z.looseObject({ cells: listOf(z.tuple([z.number(), z.number(), z.number()])) })
export type HeldFireCells = z.infer<typeof heldFireCellsSchema>
