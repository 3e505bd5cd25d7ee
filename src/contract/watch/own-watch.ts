import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { alarmSchema } from './alarms.ts'

/** What a viewer chose otherwise than the server for airports that they watch: `/api/own-watch`. Only they are told of it. */

/** Says who asks where nobody signs in by a name: a random word that a browser keeps for itself. */
export const VIEWER_HEADER = 'x-brontide-viewer'
export const viewerSchema = z.string().check(z.regex(/^[\w-]{22,64}$/))

/** Rules of one request, and so of one page. */
export const OWN_RULES_SENT_MAX = 200
/** No limit is above, in the unit of its stage. */
export const OWN_LIMIT_MAX = 100_000

const ringsSchema = z.array(z.number().check(z.gte(0.5), z.lte(50))).check(
  z.minLength(1),
  z.maxLength(4),
  z.refine((km) => km.every((each, i) => each > (km[i - 1] ?? 0)), 'must grow'),
)
const placeSchema = z.string().check(z.minLength(1), z.maxLength(64))

/** Rings (km) and a hold time (min) for an airport of the list. */
const ringRuleSchema = z.object({
  place: placeSchema,
  ringsKm: ringsSchema,
  holdMin: z.number().check(z.int(), z.gte(5), z.lte(30)),
})
export type OwnRingRule = z.infer<typeof ringRuleSchema>

/** From which wind or gusts on (m/s), or below which visibility or ceiling (m), an airport of the list is told of. */
const limitRuleSchema = z.object({
  place: placeSchema,
  stage: z.enum(['wind', 'visibility', 'ceiling']),
  limit: z.number().check(z.gte(0), z.lte(OWN_LIMIT_MAX)),
})
/** By which scheme its flight category is told of when it falls. */
const categoryRuleSchema = z.object({
  place: placeSchema,
  stage: z.literal('category'),
  scheme: z.enum(['icao', 'us']),
})
/** What is judged by an airport's reports. */
export type OwnReportRule = z.infer<typeof limitRuleSchema> | z.infer<typeof categoryRuleSchema>

export const ownRuleSchema = z.union(
  [ringRuleSchema, limitRuleSchema, categoryRuleSchema],
  'must be rings that grow with a hold time, a limit, or a category scheme, of a place',
)
export type OwnRule = z.infer<typeof ownRuleSchema>

/** `POST`: what one of their pages goes by. What another page of theirs goes by stays until nobody has asked for it for days. */
export const ownWatchSchema = z.object({ rules: z.array(ownRuleSchema).check(z.maxLength(OWN_RULES_SENT_MAX)) })

export const ownWatchStateSchema = z.looseObject({
  /** The rules, by their keys, that the watch goes by now: those that are not here the page has to judge itself. */
  judged: listOf(boundedText),
  /** What was raised by them, the newest first. */
  alarms: listOf(alarmSchema),
})
export type OwnWatchState = z.infer<typeof ownWatchStateSchema>

export function isRingRule(rule: OwnRule): rule is OwnRingRule {
  return 'ringsKm' in rule
}

/** Names a rule: alarms raised by it have that as `own`. */
export function ownRuleKey(rule: OwnRule): string {
  if (isRingRule(rule)) return `${rule.place}:${rule.ringsKm.join()}:${rule.holdMin}`
  return `${rule.place}:${rule.stage}:${rule.stage === 'category' ? rule.scheme : rule.limit}`
}
