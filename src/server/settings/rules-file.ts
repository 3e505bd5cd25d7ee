import { z } from 'zod'
import { ID_MAX } from '../../contract/display-text.ts'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { Problem } from '../../contract/problems.ts'
import {
  haveOtherIds,
  levelSettingsAt,
  lightningLadderSchema,
  weatherLadderSchema,
} from '../../contract/watch/levels.ts'
import { MAY_BE_OFF, type RulesEntry } from '../../core/levels/ladder-of.ts'
import { issueFault } from '../../core/problems/issue-fault.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import type { ReadText } from './kept-file.ts'

const inRange = (least: number, most: number) =>
  z.number().refine((value) => value >= least && value <= most, { params: { problem: 'range', least, most } })
const entrySchema = z.strictObject({
  places: z.array(z.string().max(ID_MAX)).min(1).max(1_000),
  levels: z.optional(lightningLadderSchema),
  weather: z.optional(weatherLadderSchema),
  approachMin: z.literal([...HORIZONS_MIN]).optional(),
  approachChance: inRange(0.05, 1).optional(),
  windMps: inRange(1, 60).optional(),
  visibilityM: inRange(50, 10_000).optional(),
  ceilingM: inRange(15, 3_000).optional(),
  off: z.array(z.enum(MAY_BE_OFF)).max(MAY_BE_OFF.length).optional(),
})
const withOwnIds = entrySchema.refine(({ levels = [], weather = [] }) => haveOtherIds(levels, weather), {
  path: ['weather'],
  error: 'level-ids',
})
export const rulesSchema = z.array(withOwnIds).max(1_000)

/** Parses the file of levels per place, or returns its problems. */
export function readRules(text: string): ReadText<readonly RulesEntry[]> {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, problems: [problemAt(json.fault)] }
  const read = rulesSchema.safeParse(json.value)
  if (read.success) return { ok: true, value: read.data }
  return { ok: false, problems: read.error.issues.map((issue) => problemOfRule(issue, json.value)) }
}

function problemOfRule(issue: z.core.$ZodIssue, entries: unknown): Problem {
  const [index, ...path] = issue.path
  const settings = path.length === 0 ? Object.keys(entrySchema.shape) : levelSettingsAt(path)
  const { fault, detail } = issueFault(issue, entries, { settings })
  if (typeof index !== 'number') {
    const isList = fault.code === 'type'
    return problemAt(isList ? faultOf('rules-list', { received: String(fault.values.received) }) : fault, {}, detail)
  }
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...path, ...unknown].join('.') || null
  return problemAt(fault, { entry: 'rule', number: index + 1, field }, detail)
}
