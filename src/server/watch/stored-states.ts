import type { Logger } from 'pino'
import { z } from 'zod'
import type { Problem } from '../../contract/problems.ts'
import { alarmSchema } from '../../contract/watch/alarms.ts'
import { heldSnoozeSchema } from '../../contract/watch/journal.ts'
import { workStopSchema } from '../../contract/watch/place-states.ts'
import { privateLadderSchema } from '../../contract/watch/private-levels.ts'
import { readFeatures } from '../../core/places/read-places.ts'
import { issueFault } from '../../core/problems/issue-fault.ts'
import { parseJson } from '../../core/problems/json-problem.ts'
import { problemAt } from '../../core/problems/problem.ts'
import { problemText } from '../../core/problems/problem-text.ts'
import { LANGS } from '../../locales/languages.ts'
import type { StoredChecks } from '../history/stored-checks.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import { twoRingStateSchema } from './levels/stored-levels.ts'

const levelMemory = z.object({
  on: z.boolean(),
  sinceMs: z.number(),
  lastMs: z.number(),
  km: z.number().nullable(),
  overMs: z.number(),
  recent: z.array(z.number()),
  expected: z.object({ sinceMs: z.number(), metMs: z.number(), untilMs: z.number() }).nullable(),
  clearMs: z.number().nullable(),
  of: z.string(),
})
const ladderMemory = z.object({
  rev: z.number(),
  incidentMs: z.number().nullable(),
  onMs: z.record(z.string(), z.number()),
  levels: z.record(z.string(), levelMemory),
})
const placeMemory = z.strictObject({
  lightning: ladderMemory.optional(),
  weather: ladderMemory.optional(),
  reports: z.object({ obsMs: z.number(), isOverdue: z.boolean() }).optional(),
})
const isoTime = z.string().refine((text) => !Number.isNaN(Date.parse(text)))

/** Schema of each kind of state, by the prefix of its name. Others are not JSON, or are validated elsewhere. */
const FORMS: Record<string, z.core.$ZodType> = {
  place: twoRingStateSchema,
  level: placeMemory,
  feed: z.object({ openMs: z.number().nullable(), untilMs: z.number() }),
  snooze: z.intersection(heldSnoozeSchema, z.object({ until: isoTime })),
  stop: z.intersection(workStopSchema, z.object({ at: isoTime })),
  push: z.object({
    id: z.string(),
    endpoint: z.url(),
    p256dh: z.string(),
    auth: z.string(),
    lang: z.enum(LANGS),
    viewer: z.string(),
    sinceMs: z.number(),
  }),
  'own-alarm': z.object({ rev: z.number(), alarm: alarmSchema }),
  private: z.object({ address: z.string().nullable(), seenMs: z.number(), ladder: privateLadderSchema }),
  sent: z.looseObject({ signature: z.string(), maybe: z.string().optional(), up: z.string().optional() }),
  channel: z.looseObject({
    sinceMs: z.number().optional(),
    lastSuccessMs: z.number().nullable().optional(),
    toldBroken: z.boolean().optional(),
  }),
}

/** Maximum states reported, each once. */
const TOLD_MAX = 1_000
const KEY_MAX_LENGTH = 80

/**
 * Validates stored state of an earlier process; invalid entries are logged once, counted, and reported to operators.
 */
export function createStoredChecks(deps: { log: Logger; faults: Pick<SettingsFaults, 'add'> }): StoredChecks {
  const { log, faults } = deps
  const told = new Set<string>()
  return {
    stateFault,
    setAside(what, key, problem) {
      const named = key.slice(0, KEY_MAX_LENGTH)
      const id = `${what}/${named}`
      if (told.has(id) || told.size >= TOLD_MAX) return
      told.add(id)
      const { where } = problem
      log.error({ what, key: named, problem: problemText(problem) }, 'invalid stored state set aside')
      faults.add(`stored ${what}`, { ...problem, where: { ...where, entry: 'state', number: null, id: named || null } })
    },
  }
}

/** Problem of a stored state under a name; null if valid. */
export function stateFault(name: string, text: string): Problem | null {
  const [kind = ''] = name.split('/', 1)
  const isDrawn = kind === 'drawn'
  const form = FORMS[kind]
  if (!form && !isDrawn) return null
  const json = parseJson(text)
  if (!json.ok) return problemAt(json.fault)
  if (isDrawn) return readFeatures([json.value]).problems[0] ?? null
  const read = z.safeParse(form!, json.value)
  if (read.success) return null
  // Personal data, such as push endpoints, is not shown.
  const { fault, field, detail } = issueFault(read.error.issues[0]!, json.value, { hidesTexts: true })
  return problemAt(fault, { field }, detail)
}
