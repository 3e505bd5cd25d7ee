import * as z from 'zod/mini'
import { utcInstant } from './fields.ts'

/** Recoveries that walls report to our server. In a separate file, because a page does not need it before its map. */
export const HEALS_PATH = '/api/heals'

/** Causes: the lost resource, or the reason for an automatic reload. */
export const HEAL_CAUSES = ['graphics', 'line', 'source', 'sleep', 'version', 'failure'] as const
export type HealCause = (typeof HEAL_CAUSES)[number]
/** Maximum per request. */
export const HEALS_MAX = 20

/** A recovery, as reported by `POST`. */
export const healSchema = z.object({
  cause: z.enum(HEAL_CAUSES),
  /** Time of the recovery, UTC ISO 8601. */
  at: utcInstant,
  /** Duration, seconds. */
  seconds: z.number().check(z.minimum(0), z.maximum(366 * 86_400)),
  /** The last error of the line, without secrets. */
  said: z.nullable(z.string().check(z.maxLength(300))),
})
export type Heal = z.infer<typeof healSchema>
export const healsSchema = z.object({ heals: z.array(healSchema).check(z.minLength(1), z.maxLength(HEALS_MAX)) })
