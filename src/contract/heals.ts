import { z } from 'zod'

/** What walls tell our own server; no business of a page before its map. */
export const HEALS_PATH = '/api/heals'

/** What a wall display gets over: named by what was lost, or by why it loaded itself anew. */
export const HEAL_CAUSES = ['graphics', 'line', 'source', 'sleep', 'version', 'failure'] as const
export type HealCause = (typeof HEAL_CAUSES)[number]
/** The most that are told at once. */
export const HEALS_MAX = 20

/** One of what is told by `POST`. */
export const healSchema = z.object({
  cause: z.enum(HEAL_CAUSES),
  /** When it was well again, UTC ISO 8601. */
  at: z.iso.datetime(),
  /** For how long it was not. */
  seconds: z
    .number()
    .min(0)
    .max(366 * 86_400),
  /** The last error of the line, in words and without any secret. */
  said: z.string().max(300).nullable(),
})
export type Heal = z.infer<typeof healSchema>
export const healsSchema = z.object({ heals: z.array(healSchema).min(1).max(HEALS_MAX) })
