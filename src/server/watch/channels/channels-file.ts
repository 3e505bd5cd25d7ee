import { z } from 'zod'
import { ID_MAX } from '../../../contract/display-text.ts'
import type { Problem } from '../../../contract/problems.ts'
import { isTimezone } from '../../../contract/query.ts'
import { type Alarm, STAGES, type Stage } from '../../../contract/watch/alarms.ts'
import { HOURS, HOURS_MAX_LENGTH } from '../../../contract/watch/places.ts'
import { isWithinHours, parseHours } from '../../../core/places/guarded-hours.ts'
import { type IssueFault, issueFault } from '../../../core/problems/issue-fault.ts'
import { parseJson } from '../../../core/problems/json-problem.ts'
import { faultOf, problemAt, receivedText } from '../../../core/problems/problem.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { ReadText } from '../../access/kept-file.ts'
import type { Sender, SenderDeps } from './channel.ts'
import * as kinds from './kinds.ts'

/** A channel as `CHANNELS_FILE` has it, with nothing of it that is secret but in what it opens. */
export interface Channel {
  id: string
  kind: string
  /** `*`, ids of places, and `group:NAME`. */
  places: readonly string[]
  stages: readonly Stage[]
  lang: 'en' | 'zh'
  leadsTo: string
  /** Whether it may lead to this machine and its networks. */
  allowPrivate: boolean
  /** At which time of a place's clocks the report of the day before goes out, `07:00`; null for never. */
  dailyAt: string | null
  /** When nothing goes out; null where that is never. */
  quiet: { hours: string; timeZone: string } | null
  /** Only what nobody has acknowledged by so long after it was raised goes out, ms; 0 where all does, at once. */
  afterMs: number
  /** The same for the same settings, so that a change of them is seen; nothing can be had from it. */
  settings: string
  open(deps: SenderDeps): Sender
}

/** What goes out where a channel names no stages. An approach is a guess: whoever wants it says so. */
const STAGES_DEFAULT: readonly Stage[] = ['alert', 'alarm', 'quiet', 'not-watched', 'feed-lost', 'test']
const CHANNELS_MAX = 100
const ESCALATION_MIN = 5
const ESCALATION_MIN_RANGE = [1, 120] as const

/** What channels of every kind may say. */
export const commonSettings = {
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'place-id'),
  places: z.array(z.string().max(ID_MAX)).min(1).max(1_000).default(['*']),
  stages: z.array(z.enum(STAGES)).min(1).max(STAGES.length).optional(),
  lang: z.enum(['en', 'zh']).default('en'),
  allowPrivate: z.boolean().default(false),
  quietHours: z
    .string()
    .max(HOURS_MAX_LENGTH, { abort: true })
    .refine((text) => HOURS.test(text), { params: { problem: 'hours', most: HOURS_MAX_LENGTH } })
    .optional(),
  timeZone: z.string().max(ID_MAX).refine(isTimezone, 'time-zone').default('UTC'),
  /** True for five minutes. */
  ifUnacknowledged: z
    .union([z.literal(true), z.int().min(ESCALATION_MIN_RANGE[0]).max(ESCALATION_MIN_RANGE[1])])
    .optional(),
}
const byKind = Object.values(kinds)

/** Reads all of them, or says what is wrong; no problem repeats what may be a secret. */
export function readChannels(text: string): ReadText<readonly Channel[]> {
  const json = parseJson(text)
  if (!json.ok) return { ok: false, problems: [problemAt(json.fault)] }
  const entries = json.value
  if (!Array.isArray(entries))
    return { ok: false, problems: [problemAt(faultOf('channels-list', { received: receivedText(entries, SECRET) }))] }
  if (entries.length > CHANNELS_MAX)
    return { ok: false, problems: [problemAt(faultOf('channels-most', { most: CHANNELS_MAX }))] }
  const channels: Channel[] = []
  const problems: Problem[] = []
  for (const [index, entry] of entries.entries()) {
    const read = readChannel(entry)
    const where = { entry: 'channel', number: index + 1 } as const
    if ('fault' in read) problems.push(problemAt(read.fault, { ...where, field: read.field }, read.detail))
    else if (channels.some(({ id }) => id === read.id)) problems.push(problemAt(faultOf('id-twice'), where))
    else channels.push(read)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: channels }
}

/** Addresses of channels hold keys, and some settings are passwords. */
const SECRET = { hidesTexts: true }

function readChannel(entry: unknown): Channel | IssueFault {
  const name = z.looseObject({ kind: z.string().max(ID_MAX) }).safeParse(entry).data?.kind
  const of = byKind.find(({ kind }) => kind === name)
  if (!of) {
    const allowed = byKind.map(({ kind }) => kind).join(', ')
    return { fault: faultOf('choice', { allowed }), field: 'kind', detail: null }
  }
  // Each kind opens what its own settings have read.
  const kind = of as (typeof kinds)['wecom']
  const schema = z.strictObject({ ...commonSettings, ...kind.settings, kind: z.literal(kind.kind) })
  const read = schema.safeParse(entry)
  if (!read.success) return issueFault(read.error.issues[0]!, entry, { ...SECRET, settings: Object.keys(schema.shape) })
  const fault = kind.problemOf?.(read.data)
  if (fault) return { fault, field: null, detail: null }
  const dailyAt = 'dailyReport' in read.data && typeof read.data.dailyReport === 'string' ? read.data.dailyReport : null
  if (dailyAt !== null && read.data.places.includes('*'))
    return { fault: faultOf('daily-places'), field: 'places', detail: null }
  const { id, places, lang, quietHours, timeZone, ifUnacknowledged } = read.data
  const isEscalation = ifUnacknowledged !== undefined
  const stages =
    read.data.stages ?? (isEscalation ? STAGES_DEFAULT.filter((stage) => stage !== 'quiet') : STAGES_DEFAULT)
  return {
    ...{ id, kind: kind.kind, places, stages: [...new Set<Stage>([...stages, 'test'])], lang },
    quiet: quietHours === undefined ? null : { hours: quietHours, timeZone },
    afterMs: isEscalation ? (ifUnacknowledged === true ? ESCALATION_MIN : ifUnacknowledged) * MINUTE_MS : 0,
    leadsTo: kind.leadsTo(read.data),
    allowPrivate: read.data.allowPrivate,
    dailyAt,
    settings: JSON.stringify(read.data),
    open: (deps) => kind.open(read.data, deps),
  }
}

/** Whether an alarm is to go out by a channel. What is of no place goes out whatever places it names. */
export function isWanted(channel: Channel, { stage, place, details, at }: Alarm): boolean {
  const { id, stages } = channel
  if (stage === 'test') return details.channel === id
  if (!stages.includes(stage) || isQuiet(channel, Date.parse(at))) return false
  if (stage === 'channel-broken' && details.channel === id) return false
  return !place || isOfChannel(channel, place)
}

/** Whether a place is one of those that a channel names. */
export function isOfChannel({ places }: Channel, { id, group }: { id: string; group: string | null }): boolean {
  return places.includes('*') || places.includes(id) || (group !== null && places.includes(`group:${group}`))
}

/** Whether a moment lies in the hours in which nothing goes out by a channel. */
export function isQuiet({ quiet }: Channel, ms: number): boolean {
  return quiet !== null && isWithinHours(parseHours(quiet.hours), quiet.timeZone, ms)
}
