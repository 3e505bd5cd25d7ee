import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { queryInstant, queryInt } from '../query.ts'

/** Delivery log: receiver, channel, time and result. Times are UTC ISO 8601. */

export const OUTCOMES = [
  'accepted', // accepted by the receiver
  'superseded', // replaced by a later message of the same subject before it was sent
  'given-up', // retried for a day without success, or no longer permitted
  'not-needed', // acknowledged before it was sent, or the receiver knew that state already
] as const
const outcomeSchema = z.enum(OUTCOMES)
export type Outcome = z.infer<typeof outcomeSchema>

const deliverySchema = z.looseObject({
  /** The id of the row of the alarm log. */
  row: boundedText,
  channel: boundedText,
  at: boundedText,
  attempts: z.number(),
  outcome: outcomeSchema,
  /** Receipt, or the reason for giving up. */
  receipt: z.nullable(boundedText),
})
export type ListedDelivery = z.infer<typeof deliverySchema>
/** `GET /api/alarms/{id}/deliveries` and `GET /api/deliveries`: newest first. */
export const deliveryListSchema = z.looseObject({ deliveries: listOf(deliverySchema) })
export type DeliveryList = z.infer<typeof deliveryListSchema>

export const DELIVERIES_TOLD = 1_000
export const DELIVERIES_TOLD_MAX = 10_000

/** Query of `GET /api/deliveries`: deliveries completed in [from, to). */
export const deliveriesQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  channel: z.optional(boundedText),
  format: z.optional(z.enum(['json', 'csv'])),
  limit: z.optional(queryInt(1, DELIVERIES_TOLD_MAX)),
})
