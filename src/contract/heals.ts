import * as z from 'zod/mini'
import { utcInstant } from './fields.ts'

/** What walls report to our own server. In a file of its own, since a page does not need it before its map. */
export const HEALS_PATH = '/api/heals'

/** What a wall recovers from: named by what was lost, or by why it reloaded itself. */
export const HEAL_CAUSES = ['graphics', 'line', 'source', 'sleep', 'version', 'failure'] as const
export type HealCause = (typeof HEAL_CAUSES)[number]
/** The most that one request may report. */
export const HEALS_MAX = 20

/** One recovery, as it is reported by `POST`. */
export const healSchema = z.object({
  cause: z.enum(HEAL_CAUSES),
  /** When it had recovered, UTC ISO 8601. */
  at: utcInstant,
  /** How long it took, seconds. */
  seconds: z.number().check(z.minimum(0), z.maximum(366 * 86_400)),
  /** The last error of the line, in words and without any secret. */
  said: z.nullable(z.string().check(z.maxLength(300))),
})
export type Heal = z.infer<typeof healSchema>
export const healsSchema = z.object({ heals: z.array(healSchema).check(z.minLength(1), z.maxLength(HEALS_MAX)) })
