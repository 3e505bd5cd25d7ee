import * as z from 'zod/mini'
import { boundedText, listOf } from '../fields.ts'
import { alarmSchema } from './alarms.ts'
import { haveOtherIds, lightningLadderSchema, weatherLadderSchema } from './levels.ts'

/** A viewer's own action levels, `/api/private-levels`: the server evaluates them as those of all, and only they get the rows. */

/** Says who asks where nobody signs in by a name: a random word that a browser keeps for itself. */
export const VIEWER_HEADER = 'x-brontide-viewer'
export const viewerSchema = z.string().check(z.regex(/^[\w-]{22,64}$/))

/** Entries of one request, and so of one page. */
export const PRIVATE_SENT_MAX = 200

/** Levels of one's own at a place; with neither ladder those that are held of that place end. */
export const privateLadderSchema = z
  .object({
    place: z.string().check(z.minLength(1), z.maxLength(64)),
    levels: z.optional(lightningLadderSchema),
    weather: z.optional(weatherLadderSchema),
  })
  .check(z.refine(({ levels = [], weather = [] }) => haveOtherIds(levels, weather), 'level-ids'))
export type PrivateLadder = z.infer<typeof privateLadderSchema>

/** `POST`: replaces the ladders of the places that are named; those of other places stay. */
export const privateLevelsSchema = z.object({
  ladders: z.array(privateLadderSchema).check(z.maxLength(PRIVATE_SENT_MAX)),
})

export const privateLevelsAnswerSchema = z.looseObject({
  /** The ladders that the server evaluates now, by their keys. */
  judged: listOf(boundedText),
  /** Their rows, the newest first. */
  alarms: listOf(alarmSchema),
})
export type PrivateLevelsAnswer = z.infer<typeof privateLevelsAnswerSchema>

/** Names a place with such levels: states and rows of them have that as `own`. */
export function privateKey({ place, levels, weather }: PrivateLadder): string {
  return `${place}:${hash(canonical({ levels, weather }))}`
}

/** JSON without what is undefined, and with the keys of objects in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** 64 bits as text (FNV-1a, two seeds): tells ladders of one viewer apart, and protects nothing. */
function hash(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let bits = seed
      for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
      return (bits >>> 0).toString(36)
    })
    .join('')
}
