import { z } from 'zod'
import { PRODUCTS, tokenResponseSchema } from './auth.ts'

/** What our own server adds to the contract: the page's tokens, its configuration, and the status of everything. */

export const API_PATHS = {
  token: '/api/token', // + /{product}, POST
  config: '/api/config',
  status: '/api/status',
  basemap: '/basemap', // + /{z}/{x}/{y}.mvt
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** `POST /api/token/{product}`: where to use the token comes with it. */
export const pageTokenSchema = tokenResponseSchema.extend({
  /** Origin for REST. */
  url: z.string(),
  /** Origin for sockets, `ws:` or `wss:`. */
  ws_url: z.string(),
})
export type PageToken = z.infer<typeof pageTokenSchema>
export const productSchema = z.enum(PRODUCTS as ['lightning', 'metar', 'standard'])

export const pageConfigSchema = z.looseObject({
  version: z.string(),
  simulated: z.boolean(),
  delivery: z.enum(['relay', 'direct']),
  boundaries: z.enum(['default', 'chn']),
  basemapStyleUrl: z.string().nullable(),
  /** Changes with the embedded tiles, so that each of them can be kept for good. */
  basemapVersion: z.string(),
})
export type PageConfig = z.infer<typeof pageConfigSchema>

/** One of the server's lines to its source. Times are UTC ISO 8601. */
export const linkStatusSchema = z.looseObject({
  state: z.enum(['connecting', 'live', 'down', 'waiting-for-slot', 'off']),
  since: z.string(),
  lastMessageAt: z.string().nullable(),
  reconnects: z.number(),
  lastError: z.string().nullable(),
})
export type LinkStatus = z.infer<typeof linkStatusSchema>

export const gapSchema = z.looseObject({ feed: z.enum(['lightning', 'metar']), from: z.string(), to: z.string() })
export type Gap = z.infer<typeof gapSchema>

/** `GET /api/status`. */
export const statusSchema = z.looseObject({
  version: z.string(),
  now: z.string(),
  startedAt: z.string(),
  simulated: z.boolean(),
  delivery: z.enum(['relay', 'direct']),
  links: z.object({ lightning: linkStatusSchema, metar: linkStatusSchema }),
  /** Upstream sockets in use, of those the contract allows. */
  slots: z.object({ used: z.number(), limit: z.number() }),
  /** Upstream requests. */
  rest: z.object({ perSecondLimit: z.number(), queued: z.number(), total: z.number(), failed: z.number() }),
  points: z.object({ spentToday: z.number(), budgetPerDay: z.number(), resetsAt: z.string(), exhausted: z.boolean() }),
  gaps: z.array(gapSchema),
  cache: z.object({ entries: z.number(), hits: z.number(), misses: z.number() }),
  viewers: z.object({ lightning: z.number(), metar: z.number() }),
  /** Records and messages set aside since the start, by why. */
  setAside: z.object({
    badRecords: z.number(),
    unknownMessages: z.number(),
    malformedFrames: z.number(),
    duplicates: z.number(),
  }),
})
export type Status = z.infer<typeof statusSchema>
