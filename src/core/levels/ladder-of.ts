import type { Level } from '../../contract/watch/levels.ts'
import type { LadderKind, RuleOrigin } from '../../contract/watch/place-states.ts'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM } from '../airports/rings.ts'
import { heldOrMade } from '../util/held-or-made.ts'

export interface StatedLevels {
  levels?: readonly Level[] | undefined
  weather?: readonly Level[] | undefined
  ringsKm?: readonly number[] | undefined
  holdMin?: number | undefined
}

/** Settings of the default levels. */
interface Limits {
  /**
   * A level is possible when lightning is likely to arrive, or has the stated probability, within this many minutes.
   */
  approachMin: ApproachMinutes
  approachChance: number
  windMps: number
  visibilityM: number
  ceilingM: number
  /** Disabled triggers. */
  off: readonly MayBeOff[]
}

type PartlyStated<Settings> = { [Name in keyof Settings]?: Settings[Name] | undefined }

/** Rules for some places, as an entry of `RULES_FILE` has them: `*`, ids, `group:NAME`. */
export interface RulesEntry extends PartlyStated<Limits> {
  places: readonly string[]
  levels?: readonly Level[] | undefined
  weather?: readonly Level[] | undefined
}

/** The times ahead for which a probability is computed. */
export const APPROACH_MINUTES = [10, 15, 30, 60] as const
type ApproachMinutes = (typeof APPROACH_MINUTES)[number]

/** Triggers that can be disabled; strikes and missing data are always reported. */
export const MAY_BE_OFF = ['approach', 'category', 'wind', 'visibility', 'ceiling', 'speci', 'overdue'] as const
export type MayBeOff = (typeof MAY_BE_OFF)[number]

/** The ladders of a place, with the source of their rules. */
export interface Ladders {
  lightning: readonly Level[]
  weather: readonly Level[]
  rule: Record<LadderKind, RuleOrigin>
  /** Whether rows report special reports and overdue ones. */
  tellsSpeci: boolean
  tellsOverdue: boolean
}

const LIMITS_DEFAULT: Limits = {
  approachMin: 30,
  approachChance: 0.5,
  windMps: 17,
  visibilityM: 1_500,
  ceilingM: 150,
  off: [],
}
const ORIGIN_FIELDS = ['approachMin', 'approachChance', 'windMps', 'visibilityM', 'ceilingM', 'off'] as const

/**
 * The ladders of a place: its own `levels`, else its stated rings and hold time, else `levels` of the last entry that
 * names it, else 5, 8 and 16 km with 30 minutes. The weather ladder in the same order. For single limits the last entry
 * with one applies. Equal ladders of a list of entries are one object, since few of thousands of places differ.
 */
export function ladderOf(
  place: { id: string; group: string | null; stated: StatedLevels },
  entries: readonly RulesEntry[],
): Ladders {
  const of = heldOrMade(cached, entries, () => ({ byName: indexOf(entries), ladders: new Map<string, Ladders>() }))
  const names = ['*', place.id, ...(place.group === null ? [] : [`group:${place.group}`])]
  const named = [...new Set(names.flatMap((name) => of.byName.get(name) ?? []))].sort((a, b) => a - b)
  if (named.length === 0 && entries !== NO_ENTRIES) return ladderOf(place, NO_ENTRIES)
  const key = JSON.stringify([place.stated, named])
  if (of.ladders.size >= LADDERS_CACHED_MAX) of.ladders.clear()
  const entriesOf = () => named.map((i) => entries[i]!)
  return heldOrMade(of.ladders, key, () => makeLadders(place.stated, entriesOf()))
}

const NO_ENTRIES: readonly RulesEntry[] = []
const LADDERS_CACHED_MAX = 20_000
const cached = new WeakMap<readonly RulesEntry[], { byName: Map<string, number[]>; ladders: Map<string, Ladders> }>()

/** Which entries have a name among their places. */
function indexOf(entries: readonly RulesEntry[]): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  for (const [i, { places }] of entries.entries()) {
    for (const name of places) heldOrMade(byName, name, () => []).push(i)
  }
  return byName
}

function makeLadders(stated: StatedLevels, named: readonly RulesEntry[]): Ladders {
  const ofEntries = statedLimits(named)
  const limits: Limits = { ...LIMITS_DEFAULT, ...ofEntries }
  const hasLimits = Object.keys(ofEntries).length > 0
  const isOff = (each: MayBeOff) => limits.off.includes(each)
  const hasRings = stated.ringsKm !== undefined || stated.holdMin !== undefined
  const ofRules = hasRings ? undefined : named.findLast(({ levels }) => levels)?.levels
  const weatherOfRules = named.findLast(({ weather }) => weather)?.weather
  const lightning = stated.levels ?? ofRules ?? ladderOfRings(stated, limits)
  const weather = (stated.weather ?? weatherOfRules ?? weatherLadder(limits)).filter((each) => !isOff(measureOf(each)))
  const isOwn = stated.levels !== undefined || hasRings
  return {
    lightning: isOff('approach') ? lightning.map(({ expect: _, ...level }) => level) : lightning,
    weather: withOtherIds(weather, lightning),
    rule: {
      lightning: isOwn ? 'place' : ofRules ? 'rules' : 'default',
      weather: stated.weather ? 'place' : weatherOfRules || hasLimits ? 'rules' : 'default',
    },
    tellsSpeci: !isOff('speci'),
    tellsOverdue: !isOff('overdue'),
  }
}

/**
 * Level ids are unique per place; if two ladders by different authors share one, that of the weather ladder changes.
 */
function withOtherIds(weather: readonly Level[], lightning: readonly Level[]): readonly Level[] {
  const taken = new Set(lightning.map(({ id }) => id))
  return weather.map((level) => (taken.has(level.id) ? { ...level, id: `weather-${level.id}` } : level))
}

/**
 * An outer level with a shorter hold time than an inner one: permitted, but usually a mistake. Null if there is none.
 */
export function shorterOuterHold(levels: readonly Level[]): { inner: Level; outer: Level } | null {
  for (const [i, outer] of levels.entries()) {
    const inner = levels.slice(0, i).find(({ holdMin }) => holdMin > outer.holdMin)
    if (inner) return { inner, outer }
  }
  return null
}

/** All distances of a lightning ladder, km, from the inside out. */
export function distancesOf(levels: readonly Level[]): number[] {
  const all = levels.flatMap(({ km, chance, expect }) => [km, chance?.km, expect?.km])
  return [...new Set(all.filter((each) => each !== undefined))].sort((a, b) => a - b)
}

/** The levels derived from rings: one each, most severe first, with the expectation on the outermost. */
export function levelsOfRings(ringsKm: readonly number[], holdMin: number, expect?: Level['expect']): readonly Level[] {
  return ringsKm.map((km, i): Level => {
    const isOutermost = i === ringsKm.length - 1
    return {
      id: `r${String(km).replace('.', '-')}`,
      name: `${km} km`,
      nameZh: `${km}公里`,
      km,
      strikes: 1,
      withinMin: 10,
      holdMin,
      ...(isOutermost && expect && { expect }),
    }
  })
}

/** The quantity of a weather level, from the limit that names it. */
export function measureOf({ report }: Level): 'category' | 'wind' | 'visibility' | 'ceiling' {
  if (report?.category !== undefined) return 'category'
  if (report?.windMps !== undefined) return 'wind'
  return report?.visibilityM !== undefined ? 'visibility' : 'ceiling'
}

function ladderOfRings({ ringsKm = RINGS_DEFAULT_KM, holdMin = HOLD_MINUTES_DEFAULT }: StatedLevels, limits: Limits) {
  const { approachMin, approachChance } = limits
  return levelsOfRings(ringsKm, holdMin, { percent: Math.round(approachChance * 1_000) / 10, withinMin: approachMin })
}

function weatherLadder({ windMps, visibilityM, ceilingM }: Limits): readonly Level[] {
  const levelOf = (id: string, name: string, nameZh: string, limit: Partial<Level['report']>): Level => {
    return { id, name, nameZh, report: { scheme: 'icao', ...limit }, strikes: 1, withinMin: 10, holdMin: 10 }
  }
  return [
    levelOf('lifr', 'LIFR', 'LIFR', { category: 'lifr' }),
    levelOf('ifr', 'IFR', 'IFR', { category: 'ifr' }),
    levelOf('mvfr', 'MVFR', 'MVFR', { category: 'mvfr' }),
    levelOf('wind', `Wind ${windMps} m/s or more`, `风速${windMps} m/s及以上`, { windMps }),
    levelOf('visibility', `Visibility below ${visibilityM} m`, `能见度低于${visibilityM} m`, { visibilityM }),
    levelOf('ceiling', `Ceiling below ${ceilingM} m`, `云高低于${ceilingM} m`, { ceilingM }),
  ]
}

function statedLimits(entries: readonly RulesEntry[]): Partial<Limits> {
  const stated = entries.flatMap((entry) => ORIGIN_FIELDS.map((field) => [field, entry[field]] as const))
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined))
}
