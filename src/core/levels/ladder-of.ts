import type { HORIZONS_MIN } from '../../contract/nowcast.ts'
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

/** Triggers that can be disabled; strikes and missing data are always reported. */
export const MAY_BE_OFF = ['approach', 'category', 'wind', 'visibility', 'ceiling', 'speci', 'overdue'] as const
type MayBeOff = (typeof MAY_BE_OFF)[number]

/** Settings of the default levels. */
const LIMITS_DEFAULT = {
  /**
   * A level is possible when lightning is likely to arrive, or has the stated probability, within this many minutes.
   */
  approachMin: 30 as (typeof HORIZONS_MIN)[number],
  approachChance: 0.5,
  windMps: 17,
  visibilityM: 1_500,
  ceilingM: 150,
  /** Disabled triggers. */
  off: [] as readonly MayBeOff[],
}
type Limits = typeof LIMITS_DEFAULT
type StatedLimits = { [Name in keyof Limits]?: Limits[Name] | undefined }

/** Rules for some places, as an entry of `RULES_FILE` has them: `*`, ids, `group:NAME`. */
export interface RulesEntry extends StatedLimits, Pick<StatedLevels, 'levels' | 'weather'> {
  places: readonly string[]
}

/** The ladders of a place, with the source of their rules. */
export interface Ladders {
  lightning: readonly Level[]
  weather: readonly Level[]
  rule: Record<LadderKind, RuleOrigin>
  /** Whether rows report special reports and overdue ones. */
  tellsSpeci: boolean
  tellsOverdue: boolean
}

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
  return ringsKm.map((km, i) => {
    const isOutermost = i === ringsKm.length - 1
    const id = `r${String(km).replace('.', '-')}`
    return derived(id, `${km} km`, `${km}公里`, { km, holdMin, ...(isOutermost && expect && { expect }) })
  })
}

function derived(id: string, name: string, nameZh: string, of: Partial<Level> & { holdMin: number }): Level {
  return { id, name, nameZh, strikes: 1, withinMin: 10, ...of }
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
  const levelOf = (id: string, name: string, nameZh: string, limit: Partial<Level['report']>) =>
    derived(id, name, nameZh, { report: { scheme: 'icao', ...limit }, holdMin: 10 })
  return [
    levelOf('lifr', 'LIFR', 'LIFR', { category: 'lifr' }),
    levelOf('ifr', 'IFR', 'IFR', { category: 'ifr' }),
    levelOf('mvfr', 'MVFR', 'MVFR', { category: 'mvfr' }),
    levelOf('wind', `Wind ${windMps} m/s or more`, `风速${windMps} m/s及以上`, { windMps }),
    levelOf('visibility', `Visibility below ${visibilityM} m`, `能见度低于${visibilityM} m`, { visibilityM }),
    levelOf('ceiling', `Ceiling below ${ceilingM} m`, `云底高低于${ceilingM} m`, { ceilingM }),
  ]
}

function statedLimits(entries: readonly RulesEntry[]): Partial<Limits> {
  const names = Object.keys(LIMITS_DEFAULT) as (keyof Limits)[]
  const stated = entries.flatMap((entry) => names.map((name) => [name, entry[name]] as const))
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined))
}
