import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant, queryInt } from '../query.ts'

/** Who was told what by which channel, and what became of it. Times are UTC ISO 8601. */

export const OUTCOMES = [
  'accepted', // the receiver took it
  'superseded', // a later message of the same subject took its place before it went out
  'given-up', // it was tried for a day, or may not go out any more
  'not-needed', // somebody had seen to it, or the receiver knew that state already
] as const
const outcomeSchema = z.enum(OUTCOMES)
export type Outcome = z.infer<typeof outcomeSchema>

const deliverySchema = z.looseObject({
  /** The id of the row of the alarm log. */
  row: boundedText,
  /** By its id. */
  channel: boundedText,
  at: boundedText,
  attempts: z.number(),
  outcome: outcomeSchema,
  /** What the receiver said, or why it was given up. */
  receipt: z.nullable(boundedText),
})
export type ListedDelivery = z.infer<typeof deliverySchema>
/** `GET /api/alarms/{id}/deliveries` and `GET /api/deliveries`: the newest first. */
export const deliveryListSchema = z.looseObject({ deliveries: listOf(deliverySchema) })
export type DeliveryList = z.infer<typeof deliveryListSchema>

export const DELIVERIES_TOLD = 1_000
export const DELIVERIES_TOLD_MAX = 10_000

/** Query of `GET /api/deliveries`: those that were finished from one moment up to, not including, the other. */
export const deliveriesQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  channel: z.optional(boundedText),
  format: z.optional(z.enum(['json', 'csv'])),
  limit: z.optional(queryInt(1, DELIVERIES_TOLD_MAX)),
})
