import * as z from 'zod/mini'
import { alarmSchema } from './alarms.ts'

/** What a viewer chose otherwise than the server for airports that they watch: `/api/own-watch`. Only they are told of it. */

/** Says who asks where nobody signs in by a name: a random word that a browser keeps for itself. */
export const VIEWER_HEADER = 'x-brontide-viewer'
export const viewerSchema = z.string().check(z.regex(/^[\w-]{22,64}$/))

/** Rules of one request, and so of one page. */
export const OWN_RULES_SENT_MAX = 100

const ringsSchema = z.array(z.number().check(z.gte(0.5), z.lte(50))).check(
  z.minLength(1),
  z.maxLength(4),
  z.refine((km) => km.every((each, i) => each > (km[i - 1] ?? 0)), 'must grow'),
)

/** Rings (km) and a hold time (min) for an airport of the list. */
export const ownRuleSchema = z.object({
  place: z.string().check(z.minLength(1), z.maxLength(64)),
  ringsKm: ringsSchema,
  holdMin: z.number().check(z.int(), z.gte(5), z.lte(30)),
})
export type OwnRule = z.infer<typeof ownRuleSchema>

/** `POST`: what one of their pages goes by. What another page of theirs goes by stays until nobody has asked for it for days. */
export const ownWatchSchema = z.object({ rules: z.array(ownRuleSchema).check(z.maxLength(OWN_RULES_SENT_MAX)) })

export const ownWatchStateSchema = z.looseObject({
  /** The rules, by their keys, that the watch goes by now: those that are not here the page has to judge itself. */
  judged: z.array(z.string()),
  /** What was raised by them, the newest first. */
  alarms: z.array(alarmSchema),
})
export type OwnWatchState = z.infer<typeof ownWatchStateSchema>

/** Names a rule: alarms raised by it have that as `own`. */
export function ownRuleKey({
  place,
  ringsKm,
  holdMin,
}: {
  place: string
  ringsKm: readonly number[]
  holdMin: number
}) {
  return `${place}:${ringsKm.join()}:${holdMin}`
}
