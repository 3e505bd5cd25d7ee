import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import type { Level } from '../../contract/watch/levels.ts'
import type { LadderKind, PlaceState, WorkStop } from '../../contract/watch/place-states.ts'
import type { Place } from '../places/place.ts'
import { shapeOf } from '../places/place-shape.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { measureOf } from './ladder-of.ts'
import type { EngineChange, LevelChange, ReportNotice, Subject } from './level-engine.ts'
import { type Gaps, isoOf } from './level-state.ts'
import { headlineOf, stageOf } from './step.ts'

/** Data of a row besides the change itself. */
export interface RowContext {
  observed: PlaceState['observed']
  stops: readonly WorkStop[]
  simulated: boolean
  link: string | null
}

/** The state of a place without a ladder. */
export const NO_LADDER = {
  ladder: null,
  rev: 0,
  incident: null,
  level: null,
  state: 'off',
  colour: null,
  rule: null,
  levels: [],
  stops: [],
} satisfies Partial<PlaceState>

export const EMPTY_ROW = {
  ...NO_LADDER,
  place: null,
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  details: {},
  acknowledged: null,
  before: { level: null, state: 'off' },
  changed: [],
  feed: null,
  from: null,
  to: null,
  action: null,
  actionZh: null,
  who: [],
  durations: null,
} satisfies Partial<Row>

/** The row of a change. Rows of equal facts have equal ids, on every process and page. */
export function rowOf(change: EngineChange, context: RowContext): Row {
  return change.kind === 'levels' ? levelRow(change, context) : noticeRow(change, context)
}

/** One ladder of a place at a moment, Unix ms. */
export function placeStateOf(
  subject: Subject,
  kind: LadderKind,
  at: { gaps: Gaps; atMs: number; observed: PlaceState['observed']; stops: readonly WorkStop[] },
): PlaceState {
  const ladder = subject[kind]
  const levels = ladder.states(at.gaps, at.atMs)
  const { level, state } = headlineOf(levels)
  const { rev, incidentMs } = ladder.memory
  return {
    place: placeIn(subject.place),
    ladder: kind,
    rev,
    at: isoOf(at.atMs),
    incident: incidentMs === null ? null : isoOf(incidentMs),
    level,
    state,
    colour: ladder.levels.find(({ id }) => id === level)?.colour ?? null,
    rule: subject.ladders.rule[kind],
    levels,
    observed: at.observed,
    stops: [...at.stops],
  }
}

/**
 * A row of viewer rules as shown to their owner, with the common place and the viewer's levels. Its id differs from ids
 * of common rows.
 */
export function privateRow(row: Row, { key, place }: { key: string; place: Place }): Row {
  const what = row.id.slice(row.place!.id.length)
  return { ...row, id: `own.${key}${what}`, place: placeIn(place), own: key }
}

/** A place with viewer rules, as an additional subject of the engine. */
export function privateSubject(
  id: string,
  { levels = [], weather = [] }: { levels?: readonly Level[] | undefined; weather?: readonly Level[] | undefined },
  place: Place,
): Place {
  const rule = { lightning: 'private', weather: 'private' } as const
  const ladders = { lightning: levels, weather, rule, tellsSpeci: false, tellsOverdue: false }
  return { ...place, id, at: place.at ?? place.id, ladders }
}

/** A place as rows name it. */
export function placeIn({ id, name, nameZh, group, geometry }: Place): NonNullable<Alarm['place']> {
  const { lat, lon } = shapeOf(geometry).middle
  return { id, name, nameZh, group, lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) }
}

function levelRow({ subject, ladder, moment }: LevelChange, context: RowContext): Row {
  const { atMs, cause, step, changed, before, after, levels, rev, incidentMs, onMs } = moment
  const of = subject[ladder].levels
  const headline = of.find(({ id }) => id === after.level)
  const most = levels.find(({ id }) => id === changed[0])
  const isEnd = step === 'end' && incidentMs !== null
  return {
    ...common(subject, context),
    id: idOf(subject.place.id, moment),
    stage: ladder === 'weather' ? stageOfWeather(of.find(({ id }) => id === changed[0])) : stageOf(after, of),
    at: isoOf(atMs),
    struckAt: cause.struckAt ?? null,
    distanceKm: cause.distanceKm ?? null,
    arrival: cause.arrival ?? null,
    watched: ladder === 'lightning' ? (most?.coverage ?? null) : null,
    details: detailsOf(subject, moment),
    ladder,
    rev,
    incident: incidentMs === null ? null : isoOf(incidentMs),
    level: after.level,
    state: after.state,
    colour: headline?.colour ?? null,
    rule: subject.ladders.rule[ladder],
    levels,
    step,
    before,
    changed,
    cause,
    action: headline?.action ?? null,
    actionZh: headline?.actionZh ?? null,
    who: headline?.who ?? [],
    durations: isEnd ? durationsOf(moment, incidentMs, onMs) : null,
  }
}

function noticeRow({ kind, subject, obsMs, fromMs = obsMs, atMs }: ReportNotice, context: RowContext): Row {
  const { weather } = subject
  const levels = weather.states({ lightning: [], nowcast: [] }, atMs)
  const headline = headlineOf(levels)
  const step = kind === 'speci' ? 'speci' : 'observation'
  return {
    ...common(subject, context),
    id: [subject.place.id, ...(kind === 'speci' ? ['speci'] : ['weather', kind]), Math.floor(obsMs)].join('.'),
    stage: kind === 'seen' ? 'observed' : kind,
    at: isoOf(atMs),
    details: zoneOf(subject.place),
    ladder: 'weather',
    rev: ++weather.memory.rev,
    incident: weather.memory.incidentMs === null ? null : isoOf(weather.memory.incidentMs),
    ...headline,
    rule: subject.ladders.rule.weather,
    levels,
    observed: { now: kind !== 'overdue', since: isoOf(obsMs) },
    // From the last report before the gap to the first after it.
    from: kind === 'speci' ? null : isoOf(fromMs),
    to: kind === 'seen' ? isoOf(obsMs) : null,
    step,
    before: headline,
    cause: { kind: kind === 'overdue' ? 'overdue' : 'report' },
  }
}

function common({ place }: Subject, { observed, stops, simulated, link }: RowContext) {
  return { ...EMPTY_ROW, place: placeIn(place), simulated, link, observed, stops: [...stops] }
}

/** Named by the most severe changed level, and the time of its change. */
function idOf(placeId: string, { changed, cause, levels, left, atMs }: LevelChange['moment']): string {
  const [id = ''] = changed
  if (cause.kind === 'changed' || cause.kind === 'removed') return [placeId, id, cause.kind, Math.floor(atMs)].join('.')
  const level = levels.find((each) => each.id === id)!
  const kind = level.state === 'off' && left === 'expected' ? 'lapsed' : level.state
  return [placeId, id, kind, Date.parse(level.since ?? isoOf(atMs))].join('.')
}

const stageOfWeather = (level: Level | undefined) => (level ? measureOf(level) : 'category')

function detailsOf(
  { place, lightning, weather }: Subject,
  { changed, cause, levels }: LevelChange['moment'],
): Alarm['details'] {
  const level = [...lightning.levels, ...weather.levels].find(({ id }) => id === changed[0])
  const isOn = levels.find(({ id }) => id === level?.id)?.state === 'on'
  const forecast = cause.kind === 'chance' ? (isOn ? level?.chance : level?.expect) : undefined
  const ringKm = forecast?.km ?? level?.km
  return {
    ...(ringKm !== undefined && { ringKm }),
    ...(level && { holdMin: level.holdMin }),
    ...(forecast && { withinMin: forecast.withinMin }),
    ...(cause.chance !== undefined && { chance: cause.chance }),
    ...(cause.errorKm !== undefined && { errorKm: cause.errorKm }),
    ...measured(cause.value),
    ...zoneOf(place),
  }
}

/** Whole metres: a ceiling of 300 ft has the accuracy of 91 m. */
function measured(value: unknown): Alarm['details'] {
  const { mps, m, category } = (value ?? {}) as { mps?: number; m?: number; category?: string }
  return {
    ...(mps !== undefined && { mps: Number(mps.toFixed(1)) }),
    ...(m !== undefined && { m: Math.round(m) }),
    ...(category !== undefined && { category }),
  }
}

function zoneOf({ timeZone }: Place): Alarm['details'] {
  return timeZone === null ? {} : { timeZone }
}

function durationsOf({ atMs }: LevelChange['moment'], incidentMs: number, onMs: Record<string, number>) {
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS)
  const levelsMin = Object.fromEntries(Object.entries(onMs).map(([id, ms]) => [id, minutes(ms)]))
  return { incidentMin: minutes(atMs - incidentMs), levelsMin }
}
