import { z } from 'zod'
import { ID_MAX } from '../../../contract/display-text.ts'
import type { Problem } from '../../../contract/problems.ts'
import { type Alarm, CHANNEL_EVENTS, type ChannelEvent, STAGES, type Stage } from '../../../contract/watch/alarms.ts'
import { LADDERS, type LadderKind, type Step } from '../../../contract/watch/place-states.ts'
import { HOURS, HOURS_MAX_LENGTH } from '../../../contract/watch/places.ts'
import { ALL_LEVELS, HIGHEST, NOT_HIGHEST, type Selection } from '../../../core/levels/signature.ts'
import { type GuardedHours, isWithinHours, parseHours } from '../../../core/places/guarded-hours.ts'
import { type IssueFault, issueFault } from '../../../core/problems/issue-fault.ts'
import { parseJson } from '../../../core/problems/json-problem.ts'
import { faultOf, problemAt, receivedText } from '../../../core/problems/problem.ts'
import { isClearZone } from '../../../core/time/clear-zone.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Lang } from '../../../locales/languages.ts'
import { LANGS } from '../../../locales/languages.ts'
import type { ReadText } from '../../settings/kept-file.ts'
import type { Sender, SenderDeps } from './channel.ts'
import * as kinds from './kinds.ts'

/** A channel of `CHANNELS_FILE`; only `open` holds its secrets. */
export interface Channel {
  id: string
  kind: string
  /** `*`, ids of places, and `group:NAME`. */
  places: readonly string[]
  /** Levels and steps of each ladder that it sends; null for a ladder without messages. */
  ladders: Record<LadderKind, LadderChoice | null>
  /** Events without a ladder that it sends. */
  events: ReadonlySet<ChannelEvent>
  lang: Lang
  redactedTarget: string
  /** Whether it may connect to this machine and private networks. */
  allowPrivate: boolean
  /** Local time at which the daily report is sent, `07:00`; null for never. */
  dailyAt: string | null
  /** Quiet hours; null without any. */
  quiet: { hours: GuardedHours; timeZone: string } | null
  /** Levels whose messages are sent in quiet hours too. */
  quietBut: readonly string[]
  /** Only alarms not acknowledged within this time are sent, ms; 0 sends all at once. */
  afterMs: number
  /** Sends each message, in order; otherwise a newer one of the same subject replaces queued ones. */
  every: boolean
  /** Sends changes between two rows too, once a minute. */
  updates: boolean
  /** An unacknowledged `up` is sent again after this time, ms; 0 for never. */
  repeatMs: number
  /** Hash of the settings, to detect changes; reveals nothing about them. */
  settings: string
  open(deps: SenderDeps): Sender
}

export interface LadderChoice extends Selection {
  events: ReadonlySet<ChannelEvent>
}

/** An `expected` is a forecast, and a SPECI is for readers of reports: both must be requested explicitly. */
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

export const commonSettings = {
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'place-id'),
  places: z.array(z.string().max(ID_MAX)).min(1).max(1_000).default(['*']),
  levels: levelNames.optional(),
  ladders: z.array(z.enum(LADDERS)).min(1).max(LADDERS.length).optional(),
  events: z.array(z.enum(CHANNEL_EVENTS)).min(1).max(CHANNEL_EVENTS.length).optional(),
  /** Setting of versions without levels. */
  stages: z.array(z.enum(STAGES)).min(1).max(STAGES.length).optional(),
  every: z.boolean().optional(),
  updates: z.boolean().optional(),
  lang: z.enum(LANGS).default('en'),
  allowPrivate: z.boolean().default(false),
  quietHours: z
    .string()
    .max(HOURS_MAX_LENGTH, { abort: true })
    .refine((text) => HOURS.test(text), { params: { problem: 'hours', most: HOURS_MAX_LENGTH } })
    .optional(),
  quietBut: levelNames.optional(),
  timeZone: z.string().max(ID_MAX).refine(isClearZone, 'time-zone').default('UTC'),
  /** True means five minutes. */
  ifUnacknowledged: z
    .union([z.literal(true), z.int().min(ESCALATION_MIN_RANGE[0]).max(ESCALATION_MIN_RANGE[1])])
    .optional(),
  repeatMin: z.int().min(REPEAT_MIN_RANGE[0]).max(REPEAT_MIN_RANGE[1]).optional(),
}
const commonSchema = z.object(commonSettings)
type CommonSettings = z.infer<typeof commonSchema>
const byKind = Object.values(kinds)

/** Parses the file, or returns its problems, which never quote a possible secret. */
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
  return problems.length > 0 ? { ok: false, problems, rest: channels } : { ok: true, value: channels }
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
  // Each kind opens the settings that its own schema parsed.
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
    id,
    kind: kind.kind,
    places,
    lang,
    ...choiceOf(read.data),
    every,
    updates,
    quietBut,
    quiet: quietHours === undefined ? null : { hours: parseHours(quietHours), timeZone },
    afterMs: afterMin * MINUTE_MS,
    repeatMs: repeatMin * MINUTE_MS,
    redactedTarget: kind.redactedTarget(read.data),
    allowPrivate: read.data.allowPrivate,
    dailyAt,
    settings: JSON.stringify(read.data),
    open: (deps) => kind.open(read.data, deps),
  }
}

/** Problem in the combination of common settings. */
function commonFault({ stages, levels, events, ladders, quietBut, quietHours }: CommonSettings): IssueFault | null {
  if (stages && (levels || events || ladders)) return { fault: faultOf('stages-alone'), field: 'stages', detail: null }
  if (quietBut && quietHours === undefined) return { fault: faultOf('quiet-but'), field: 'quietBut', detail: null }
  return null
}

/** Levels, steps and events of a channel, from its settings or the defaults. */
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

/** Levels for weather limits, by the stage of versions without levels. */
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

/** Converts `stages` to levels and events. */
function choiceOfStages(stages: readonly Stage[]): Pick<Channel, 'ladders' | 'events'> {
  const events = new Set(stages.flatMap((stage) => EVENTS_OF_STAGE[stage] ?? []))
  const first = stages.includes('alarm')
  const others = stages.includes('alert')
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
 * Whether a channel sends a row that no state decides: by kind, place and concern. Rows without a place are sent
 * regardless of the channel's places.
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
    // An overdue report concerns only readers of reports.
    const isOfReports = place !== null && (step !== undefined || stage === 'overdue')
    return channel.events.has(event) && (!isOfReports || channel.ladders.weather !== null)
  }
  const choice = channel.ladders[ladder ?? (stage in WEATHER_LEVELS ? 'weather' : 'lightning')]
  if (!choice?.events.has(event)) return false
  return ladder !== undefined || seesStage(choice, stage)
}

/** Whether a channel sends a row of a version without levels. */
function seesStage({ levels }: LadderChoice, stage: Stage): boolean {
  if (levels.includes(ALL_LEVELS)) return true
  if (stage === 'alarm') return !levels.includes(NOT_HIGHEST)
  if (stage === 'alert') return !levels.every((level) => level === HIGHEST)
  return WEATHER_LEVELS[stage]?.some((id) => levels.includes(id)) ?? true
}

/** The event of a step; null for steps that channels cannot select. */
export function eventOfStep(step: Step): ChannelEvent | null {
  if (step === 'lapsed') return 'expected'
  return step === 'other' ? null : step
}

/** For a row of a version without levels. */
function eventOfStage(stage: Stage): ChannelEvent | null {
  return EVENTS_OF_STAGE[stage]?.at(-1) ?? (stage in WEATHER_LEVELS ? 'up' : null)
}

/** Whether a channel names a place. */
export function isOfChannel({ places }: Channel, { id, group }: { id: string; group: string | null }): boolean {
  return places.includes('*') || places.includes(id) || (group !== null && places.includes(`group:${group}`))
}

/** Whether a time is in the channel's quiet hours. */
export function isQuiet({ quiet }: Channel, ms: number): boolean {
  return quiet !== null && isWithinHours(quiet.hours, quiet.timeZone, ms)
}
