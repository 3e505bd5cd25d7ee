import { z } from 'zod'
import { ID_MAX } from '../../../contract/display-text.ts'
import { isTimezone } from '../../../contract/query.ts'
import { type Alarm, STAGES, type Stage } from '../../../contract/watch/alarms.ts'
import { HOURS, HOURS_MAX_LENGTH } from '../../../contract/watch/places.ts'
import { isWithinHours, parseHours } from '../../../core/places/guarded-hours.ts'
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
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be letters, digits, dots, dashes or underscores'),
  places: z.array(z.string().max(ID_MAX)).min(1).max(1_000).default(['*']),
  stages: z.array(z.enum(STAGES)).min(1).max(STAGES.length).optional(),
  lang: z.enum(['en', 'zh']).default('en'),
  allowPrivate: z.boolean().default(false),
  quietHours: z
    .string()
    .max(HOURS_MAX_LENGTH, { abort: true })
    .regex(HOURS, 'must be hours such as "22:00-06:00", or "Mo-Fr 18:00-07:00; Sa,Su 00:00-24:00"')
    .optional(),
  timeZone: z.string().max(ID_MAX).refine(isTimezone, 'must be an IANA time zone such as Asia/Shanghai').default('UTC'),
  /** True for five minutes. */
  ifUnacknowledged: z
    .union([z.literal(true), z.int().min(ESCALATION_MIN_RANGE[0]).max(ESCALATION_MIN_RANGE[1])])
    .optional(),
}
const byKind = Object.values(kinds)

/** Reads all of them, or says what is wrong; no problem repeats what may be a secret. */
export function readChannels(text: string): ReadText<readonly Channel[]> {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    entries = null
  }
  if (!Array.isArray(entries)) return { ok: false, problems: ['must be a JSON list of channels'] }
  if (entries.length > CHANNELS_MAX) return { ok: false, problems: [`has more than ${CHANNELS_MAX} channels`] }
  const channels: Channel[] = []
  const problems: string[] = []
  for (const [index, entry] of entries.entries()) {
    const read = readChannel(entry)
    if (typeof read === 'string') problems.push(`channel ${index + 1}: ${read}`)
    else if (channels.some(({ id }) => id === read.id)) problems.push(`channel ${index + 1}: its id is there already`)
    else channels.push(read)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: channels }
}

function readChannel(entry: unknown): Channel | string {
  const name = z.looseObject({ kind: z.string().max(ID_MAX) }).safeParse(entry).data?.kind
  const of = byKind.find(({ kind }) => kind === name)
  if (!of) return `kind must be one of ${byKind.map(({ kind }) => kind).join(', ')}`
  // Each kind opens what its own settings have read.
  const kind = of as (typeof kinds)['wecom']
  const read = z.strictObject({ ...commonSettings, ...kind.settings, kind: z.literal(kind.kind) }).safeParse(entry)
  if (!read.success) {
    const [issue] = read.error.issues
    if (issue?.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: there is no such setting`
    return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not as it must be'}`
  }
  const problem = kind.problemOf?.(read.data)
  if (problem) return problem
  const dailyAt = 'dailyReport' in read.data && typeof read.data.dailyReport === 'string' ? read.data.dailyReport : null
  if (dailyAt !== null && read.data.places.includes('*')) return 'places must be named where there is a dailyReport'
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
