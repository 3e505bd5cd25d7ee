import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { alarmSchema } from './alarms.ts'
import { haveOtherIds, lightningLadderSchema, weatherLadderSchema } from './levels.ts'

/** Viewer rules, `/api/private-levels`: evaluated like the common levels, with rows visible to their owner only. */

/** Identifies a viewer without a named sign-in: a random id stored by the browser. */
export const VIEWER_HEADER = 'x-brontide-viewer'
export const viewerSchema = z.string().check(z.regex(/^[\w-]{22,64}$/))

/** Entries per request, and so per page. */
export const PRIVATE_SENT_MAX = 200

/** Viewer rules at a place; without either ladder the stored ones of that place are deleted. */
export const privateLadderSchema = z
  .object({
    place: z.string().check(z.minLength(1), z.maxLength(64)),
    levels: z.optional(lightningLadderSchema),
    weather: z.optional(weatherLadderSchema),
  })
  .check(z.refine(({ levels = [], weather = [] }) => haveOtherIds(levels, weather), 'level-ids'))
export type PrivateLadder = z.infer<typeof privateLadderSchema>

/** `POST`: replaces the ladders of the named places; other places are unchanged. */
export const privateLevelsSchema = z.object({
  ladders: z.array(privateLadderSchema).check(z.maxLength(PRIVATE_SENT_MAX)),
})

export const privateLevelsAnswerSchema = z.looseObject({
  /** Keys of the active ladders. */
  judged: listOf(boundedText),
  /** Their rows, newest first. */
  alarms: listOf(alarmSchema),
})
export type PrivateLevelsAnswer = z.infer<typeof privateLevelsAnswerSchema>

/** Key of a place with private levels: `own` in their states and rows. */
export function privateKey({ place, levels, weather }: PrivateLadder): string {
  return `${place}:${hash(canonical({ levels, weather }))}`
}

/** Canonical JSON: without undefined values, keys sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** A 64-bit hash as text (FNV-1a, two seeds): distinguishes a viewer's ladders, not for security. */
function hash(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let bits = seed
      for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
      return (bits >>> 0).toString(36)
    })
    .join('')
}
