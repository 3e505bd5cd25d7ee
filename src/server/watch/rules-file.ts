import { z } from 'zod'
import { ID_MAX } from '../../contract/display-text.ts'
import { APPROACH_MINUTES, MAY_BE_OFF, type RulesEntry } from '../../core/watch/rules.ts'
import type { ReadText } from '../access/kept-file.ts'

const [TEN, FIFTEEN, THIRTY, SIXTY] = APPROACH_MINUTES
const entrySchema = z.strictObject({
  places: z.array(z.string().max(ID_MAX)).min(1).max(1_000),
  approachMin: z.literal([TEN, FIFTEEN, THIRTY, SIXTY]).optional(),
  approachChance: z.number().min(0.05).max(1).optional(),
  windMps: z.number().min(1).max(60).optional(),
  visibilityM: z.number().min(50).max(10_000).optional(),
  ceilingM: z.number().min(15).max(3_000).optional(),
  off: z.array(z.enum(MAY_BE_OFF)).max(MAY_BE_OFF.length).optional(),
})
export const rulesSchema = z.array(entrySchema).max(1_000)

/** The file of other rules for some places, or what is wrong with it. */
export function readRules(text: string): ReadText<readonly RulesEntry[]> {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    return { ok: false, problems: ['must be a JSON list of rules'] }
  }
  const read = rulesSchema.safeParse(entries)
  if (read.success) return { ok: true, value: read.data }
  return { ok: false, problems: read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()) }
}
