import type { Alarm, Row } from '../../contract/watch/alarms.ts'
import type { LadderKind, PlaceState, WorkStop } from '../../contract/watch/place-states.ts'
import { commonPlace, type Place } from '../places/place.ts'
import { shapeOf } from '../places/place-shape.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { isoOf, isoOrNull } from '../time/iso.ts'
import { measureOf, type StatedLevels } from './ladder-of.ts'
import type { EngineChange, LevelChange, ReportNotice, Subject } from './level-engine.ts'
import { type Gaps, NO_GAPS } from './level-state.ts'
import type { Moment, PlaceLadder } from './place-ladder.ts'
import { headlineOf, stageOf, stepOf } from './step.ts'

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
  { gaps, atMs, ...around }: { gaps: Gaps; atMs: number; observed: PlaceState['observed']; stops: readonly WorkStop[] },
): PlaceState {
  const { memory } = subject[kind]
  return stateOf(subject, kind, { ...memory, atMs, levels: subject[kind].states(gaps, atMs) }, around)
}

function stateOf(
  { place, ladders }: Subject,
  ladder: LadderKind,
  { atMs, rev, incidentMs, levels }: Pick<Moment, 'atMs' | 'rev' | 'incidentMs' | 'levels'>,
  { observed, stops }: Pick<RowContext, 'observed' | 'stops'>,
): PlaceState {
  const headline = headlineOf(levels)
  return {
    place: placeIn(commonPlace(place)),
    ...(place.own && { own: place.own.key }),
    ladder,
    rev,
    at: isoOf(atMs),
    incident: isoOrNull(incidentMs),
    ...headline,
    colour: levels.find(({ id }) => id === headline.level)?.colour ?? null,
    rule: ladders.rule[ladder],
    levels,
    observed,
    stops: [...stops],
  }
}

/** A viewer's ladders at a place, as an additional subject of the engine. */
export function privateSubject(own: NonNullable<Place['own']>, { levels = [], weather = [] }: StatedLevels): Place {
  const { place, viewer } = own
  const rule = { lightning: 'private', weather: 'private' } as const
  const ladders = { lightning: levels, weather, rule, tellsSpeci: false, tellsOverdue: false }
  return { ...place, id: privateId(viewer, place.id), at: place.at ?? place.id, ladders, own }
}

export function privateId(viewer: string, placeId: string): string {
  return `~${viewer}/${placeId}`
}

export function placeIn({ id, name, nameZh, group, geometry }: Place): NonNullable<Alarm['place']> {
  const { lat, lon } = shapeOf(geometry).middle
  return { id, name, nameZh, group, lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) }
}

function levelRow({ subject, ladder, moment }: LevelChange, context: RowContext): Row {
  const { atMs, cause, changed, before, levels, incidentMs } = moment
  const state = stateOf(subject, ladder, moment, context)
  const step = stepOf(ladder, before, levels)
  const headline = levels.find(({ id }) => id === state.level)
  const most = levels.find(({ id }) => id === changed[0])
  const { simulated, link } = context
  const { id, own } = subject.place
  return {
    ...EMPTY_ROW,
    ...state,
    simulated,
    link,
    id: [own ? `own.${own.key}` : id, ...idOf(moment)].join('.'),
    stage: ladder === 'weather' ? stageOfWeather(subject, changed) : stageOf(state, levels),
    struckAt: cause.struckAt ?? null,
    distanceKm: cause.distanceKm ?? null,
    arrival: cause.arrival ?? null,
    watched: ladder === 'lightning' ? (most?.coverage ?? null) : null,
    details: { ...detailsOf(subject[ladder], moment), ...zoneOf(subject.place) },
    step,
    before: headlineOf(before),
    changed,
    cause,
    action: headline?.action ?? null,
    actionZh: headline?.actionZh ?? null,
    who: headline?.who ?? [],
    durations: step === 'end' && incidentMs !== null ? durationsOf(moment, atMs - incidentMs) : null,
  }
}

function noticeRow({ kind, subject, obsMs, fromMs = obsMs, atMs }: ReportNotice, context: RowContext): Row {
  const { memory } = subject.weather
  memory.rev++
  const observed = { now: kind !== 'overdue', since: isoOf(obsMs) }
  const { simulated, link, stops } = context
  const state = placeStateOf(subject, 'weather', { gaps: NO_GAPS, atMs, observed, stops })
  return {
    ...EMPTY_ROW,
    ...state,
    // A notice is about reports, not about a level.
    colour: null,
    simulated,
    link,
    id: [subject.place.id, ...(kind === 'speci' ? ['speci'] : ['weather', kind]), Math.floor(obsMs)].join('.'),
    stage: kind === 'seen' ? 'observed' : kind,
    details: zoneOf(subject.place),
    // From the last report before the gap to the first after it.
    from: kind === 'speci' ? null : isoOf(fromMs),
    to: kind === 'seen' ? isoOf(obsMs) : null,
    step: kind === 'speci' ? 'speci' : 'observation',
    before: { level: state.level, state: state.state },
    cause: { kind: kind === 'overdue' ? 'overdue' : 'report' },
  }
}

/** Named by the most severe changed level, and the time of its change. */
function idOf({ changed, cause, levels, before, atMs }: Moment): (string | number)[] {
  const [id = ''] = changed
  if (cause.kind === 'changed' || cause.kind === 'removed') return [id, cause.kind, Math.floor(atMs)]
  const level = levels.find((each) => each.id === id)!
  const wasExpected = before.some((each) => each.id === id && each.state === 'expected')
  const kind = level.state === 'off' && wasExpected ? 'lapsed' : level.state
  return [id, kind, level.since === null ? Math.floor(atMs) : Date.parse(level.since)]
}

function stageOfWeather({ weather }: Subject, [id]: readonly string[]) {
  const level = weather.levels.find((each) => each.id === id)
  return level ? measureOf(level) : 'category'
}

function detailsOf({ levels: of }: PlaceLadder, { changed, cause, levels }: Moment): Alarm['details'] {
  const level = of.find(({ id }) => id === changed[0])
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

function durationsOf({ onMs }: Moment, incidentMs: number): Row['durations'] {
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS)
  const levelsMin = Object.fromEntries(Object.entries(onMs).map(([id, ms]) => [id, minutes(ms)]))
  return { incidentMin: minutes(incidentMs), levelsMin }
}
