import { z } from 'zod'
import { ID_MAX } from '../../../contract/display-text.ts'
import type { Problem } from '../../../contract/problems.ts'
import { isTimezone } from '../../../contract/query.ts'
import { type Alarm, CHANNEL_EVENTS, type ChannelEvent, STAGES, type Stage } from '../../../contract/watch/alarms.ts'
import { LADDERS, type LadderKind, type Step } from '../../../contract/watch/place-states.ts'
import { HOURS, HOURS_MAX_LENGTH } from '../../../contract/watch/places.ts'
import { ALL_LEVELS, HIGHEST, NOT_HIGHEST, type Selection } from '../../../core/levels/signature.ts'
import { type GuardedHours, isWithinHours, parseHours } from '../../../core/places/guarded-hours.ts'
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
  /** What it sees of each ladder, and which steps it sends; null where it sends nothing of that ladder. */
  ladders: Record<LadderKind, LadderChoice | null>
  /** Which rows of no ladder it sends. */
  events: ReadonlySet<ChannelEvent>
  lang: 'en' | 'zh'
  leadsTo: string
  /** Whether it may lead to this machine and its networks. */
  allowPrivate: boolean
  /** At which time of a place's clocks the report of the day before goes out, `07:00`; null for never. */
  dailyAt: string | null
  /** When nothing goes out; null where that is never. */
  quiet: { hours: GuardedHours; timeZone: string } | null
  /** Levels of which messages go out in these hours as well. */
  quietBut: readonly string[]
  /** Only what nobody has acknowledged by so long after it was raised goes out, ms; 0 where all does, at once. */
  afterMs: number
  /** Each message goes out, in order; else the newest of a subject takes the place of those that wait. */
  every: boolean
  /** Changes between two rows go out too, once a minute. */
  updates: boolean
  /** An `up` that nobody has acknowledged goes out again after so long, ms; 0 for never. */
  repeatMs: number
  /** The same for the same settings, so that a change of them is seen; nothing can be had from it. */
  settings: string
  open(deps: SenderDeps): Sender
}

export interface LadderChoice extends Selection {
  events: ReadonlySet<ChannelEvent>
}

/** An `expected` is a forecast, and a SPECI is for those who read reports: both have to be named. */
const EVENTS_DEFAULT = CHANNEL_EVENTS.filter((event) => event !== 'expected' && event !== 'speci')
const CHANNELS_MAX = 100
const LEVELS_NAMED = 16
const ESCALATION_MIN = 5
const ESCALATION_MIN_RANGE = [1, 120] as const
const REPEAT_MIN_RANGE = [5, 60] as const

const levelNames = z
  .array(z.string().regex(/^([a-z0-9][a-z0-9-]{0,31}|\*)$/, 'level-choice'))
  .min(1)
  .max(LEVELS_NAMED)

/** What channels of every kind may say. */
export const commonSettings = {
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'place-id'),
  places: z.array(z.string().max(ID_MAX)).min(1).max(1_000).default(['*']),
  levels: levelNames.optional(),
  ladders: z.array(z.enum(LADDERS)).min(1).max(LADDERS.length).optional(),
  events: z.array(z.enum(CHANNEL_EVENTS)).min(1).max(CHANNEL_EVENTS.length).optional(),
  /** From before levels. */
  stages: z.array(z.enum(STAGES)).min(1).max(STAGES.length).optional(),
  every: z.boolean().optional(),
  updates: z.boolean().optional(),
  lang: z.enum(['en', 'zh']).default('en'),
  allowPrivate: z.boolean().default(false),
  quietHours: z
    .string()
    .max(HOURS_MAX_LENGTH, { abort: true })
    .refine((text) => HOURS.test(text), { params: { problem: 'hours', most: HOURS_MAX_LENGTH } })
    .optional(),
  quietBut: levelNames.optional(),
  timeZone: z.string().max(ID_MAX).refine(isTimezone, 'time-zone').default('UTC'),
  /** True for five minutes. */
  ifUnacknowledged: z
    .union([z.literal(true), z.int().min(ESCALATION_MIN_RANGE[0]).max(ESCALATION_MIN_RANGE[1])])
    .optional(),
  repeatMin: z.int().min(REPEAT_MIN_RANGE[0]).max(REPEAT_MIN_RANGE[1]).optional(),
}
const commonSchema = z.object(commonSettings)
type CommonSettings = z.infer<typeof commonSchema>
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
  const common = commonFault(read.data)
  if (common) return common
  const dailyAt = 'dailyReport' in read.data && typeof read.data.dailyReport === 'string' ? read.data.dailyReport : null
  if (dailyAt !== null && read.data.places.includes('*'))
    return { fault: faultOf('daily-places'), field: 'places', detail: null }
  const { id, places, lang, quietHours, quietBut = [], timeZone, ifUnacknowledged, repeatMin = 0 } = read.data
  const afterMin = ifUnacknowledged === true ? ESCALATION_MIN : (ifUnacknowledged ?? 0)
  const { every = kind.sendsEvery ?? false, updates = kind.sendsUpdates ?? false } = read.data
  return {
    ...{ id, kind: kind.kind, places, lang, ...choiceOf(read.data), every, updates, quietBut },
    quiet: quietHours === undefined ? null : { hours: parseHours(quietHours), timeZone },
    afterMs: afterMin * MINUTE_MS,
    repeatMs: repeatMin * MINUTE_MS,
    leadsTo: kind.leadsTo(read.data),
    allowPrivate: read.data.allowPrivate,
    dailyAt,
    settings: JSON.stringify(read.data),
    open: (deps) => kind.open(read.data, deps),
  }
}

/** What is wrong with settings that are right one by one. */
function commonFault({ stages, levels, events, ladders, quietBut, quietHours }: CommonSettings): IssueFault | null {
  if (stages && (levels || events || ladders)) return { fault: faultOf('stages-alone'), field: 'stages', detail: null }
  if (quietBut && quietHours === undefined) return { fault: faultOf('quiet-but'), field: 'quietBut', detail: null }
  return null
}

/** What a channel sees and sends, by its settings or by their defaults. */
function choiceOf(settings: CommonSettings): Pick<Channel, 'ladders' | 'events'> {
  const { stages, levels = [ALL_LEVELS], ladders = ['lightning'], ifUnacknowledged } = settings
  if (stages) return choiceOfStages(stages)
  const named = settings.events ?? (ifUnacknowledged === undefined ? EVENTS_DEFAULT : (['up'] as const))
  const events: ReadonlySet<ChannelEvent> = new Set(named)
  const choice = { levels, expected: events.has('expected'), events }
  return {
    ladders: {
      lightning: ladders.includes('lightning') ? choice : null,
      weather: ladders.includes('weather') ? choice : null,
    },
    events,
  }
}

/** Levels that limits of airport reports became, by the stage that told them before. */
const WEATHER_LEVELS: Partial<Record<Stage, readonly string[]>> = {
  category: ['lifr', 'ifr', 'mvfr'],
  wind: ['wind'],
  visibility: ['visibility'],
  ceiling: ['ceiling'],
}
const EVENTS_OF_STAGE: Partial<Record<Stage, readonly ChannelEvent[]>> = {
  alarm: ['up'],
  alert: ['up'],
  approach: ['expected'],
  quiet: ['down', 'end'],
  'not-watched': ['observation'],
  'feed-lost': ['observation'],
  overdue: ['observation'],
  speci: ['speci'],
  'channel-broken': ['service'],
  test: ['service'],
}

/** `stages`, from before levels, as levels and events. */
function choiceOfStages(stages: readonly Stage[]): Pick<Channel, 'ladders' | 'events'> {
  const events = new Set(stages.flatMap((stage) => EVENTS_OF_STAGE[stage] ?? []))
  const [first, others] = [stages.includes('alarm'), stages.includes('alert')]
  const levels = first === others ? [ALL_LEVELS] : [first ? HIGHEST : NOT_HIGHEST]
  const weather = stages.flatMap((stage) => WEATHER_LEVELS[stage] ?? [])
  return {
    ladders: {
      lightning: { levels, expected: events.has('expected'), events },
      weather:
        weather.length > 0 || stages.includes('overdue')
          ? { levels: weather, expected: false, events: new Set(['up'] as const) }
          : null,
    },
    events,
  }
}

/**
 * Whether a row is to go out by a channel where no state decides it: the kind of row, its place, and whom it concerns. A row of no
 * place goes out whatever places the channel names.
 */
export function isWanted(channel: Channel, alarm: Alarm): boolean {
  const { stage, place, details, step } = alarm
  if (stage === 'test') return details.channel === channel.id
  if (stage === 'channel-broken' && details.channel === channel.id) return false
  if (place && !isOfChannel(channel, place)) return false
  return wantsEvent(channel, step === undefined ? eventOfStage(stage) : eventOfStep(step), alarm)
}

function wantsEvent(channel: Channel, event: ChannelEvent | null, { ladder, place, stage, step }: Alarm): boolean {
  if (event === null) return false
  if (event === 'speci' || event === 'service' || event === 'stop') return channel.events.has(event)
  if (event === 'observation') {
    // Of a report that is overdue only who follows reports wants to know.
    const isOfReports = place !== null && (step !== undefined || stage === 'overdue')
    return channel.events.has(event) && (!isOfReports || channel.ladders.weather !== null)
  }
  const choice = channel.ladders[ladder ?? (stage in WEATHER_LEVELS ? 'weather' : 'lightning')]
  if (!choice?.events.has(event)) return false
  return ladder !== undefined || seesStage(choice, stage)
}

/** Whether a row from before levels is of those that a channel sees. */
function seesStage({ levels }: LadderChoice, stage: Stage): boolean {
  if (levels.includes(ALL_LEVELS)) return true
  if (stage === 'alarm') return !levels.includes(NOT_HIGHEST)
  if (stage === 'alert') return !levels.every((level) => level === HIGHEST)
  return WEATHER_LEVELS[stage]?.some((id) => levels.includes(id)) ?? true
}

/** The event that a step counts as; null for steps that a channel can not ask for. */
export function eventOfStep(step: Step): ChannelEvent | null {
  if (step === 'lapsed') return 'expected'
  return step === 'other' ? null : step
}

/** Of a row from before levels. */
function eventOfStage(stage: Stage): ChannelEvent | null {
  return EVENTS_OF_STAGE[stage]?.at(-1) ?? (stage in WEATHER_LEVELS ? 'up' : null)
}

/** Whether a place is one of those that a channel names. */
export function isOfChannel({ places }: Channel, { id, group }: { id: string; group: string | null }): boolean {
  return places.includes('*') || places.includes(id) || (group !== null && places.includes(`group:${group}`))
}

/** Whether a moment lies in the hours in which nothing goes out by a channel. */
export function isQuiet({ quiet }: Channel, ms: number): boolean {
  return quiet !== null && isWithinHours(quiet.hours, quiet.timeZone, ms)
}
