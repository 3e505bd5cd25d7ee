import * as z from 'zod/mini'
import { gapSchema, linkStatusSchema } from '../brontide.ts'
import { boundedText, listOf } from '../fields.ts'

/** Size and state of the history. Times are UTC ISO 8601. */
const historyStatusSchema = z.looseObject({
  /** `degraded`: live data continue, but not all are stored; `why` has the reason. */
  state: z.enum(['ok', 'degraded']),
  why: z.nullable(boundedText),
  /** A repair since the start. */
  notice: z.nullable(boundedText),
  hours: z.number(),
  bytes: z.number(),
  strikes: z.number(),
  minutes: z.number(),
  oldest: z.nullable(boundedText),
  reports: z.number(),
  /** Strikes not yet written. */
  waiting: z.number(),
  duplicates: z.number(),
  /** Strikes dropped because their time is too far from now. */
  outOfTime: z.number(),
  damagedMinutes: z.number(),
})
export type HistoryStatus = z.infer<typeof historyStatusSchema>

/** `GET /api/status`. In a separate file, because a page does not need it before its map. */
export const statusSchema = z.looseObject({
  version: boundedText,
  now: boundedText,
  startedAt: boundedText,
  simulated: z.boolean(),
  delivery: z.enum(['relay', 'direct']),
  links: z.object({ lightning: linkStatusSchema, metar: linkStatusSchema }),
  /** Upstream sockets: in use, and the contract's limit. */
  slots: z.object({ used: z.number(), limit: z.number() }),
  /** Upstream requests. */
  rest: z.object({ perSecondLimit: z.number(), queued: z.number(), total: z.number(), failed: z.number() }),
  points: z.object({ spentToday: z.number(), budgetPerDay: z.number(), resetsAt: boundedText, exhausted: z.boolean() }),
  gaps: listOf(gapSchema),
  cache: z.object({ entries: z.number(), hits: z.number(), misses: z.number() }),
  viewers: z.object({ lightning: z.number(), metar: z.number() }),
  /** Records and messages dropped since the start, by reason. */
  setAside: z.object({
    badRecords: z.number(),
    unknownMessages: z.number(),
    malformedFrames: z.number(),
    duplicates: z.number(),
    /** METAR groups with an impossible value, and unreadable groups. */
    impossibleGroups: z.optional(z.number()),
    unreadGroups: z.optional(z.number()),
  }),
  /** Absent without a history. */
  history: z.optional(historyStatusSchema),
})
export type Status = z.infer<typeof statusSchema>
