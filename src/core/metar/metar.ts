import { type CloudLayer, readSky, readSkyGroup, type Sky, type SkyGroup, type UnreadGroup } from './metar-cloud.ts'
import { type GroupMeaning, type ReadMetar, readMetar } from './metar-explain.ts'
import type { RunwayVisualRange, Wind } from './metar-groups.ts'
import type { RunwayState } from './metar-runway.ts'
import type { MetarText } from './metar-text.ts'
import { VISIBILITY_GOOD_M, VISIBILITY_MAX_M, type VisibilityGroup } from './metar-visibility.ts'

/** Values of a raw report, in our names and units. Null if not reported or unreadable. */
export interface DecodedMetar extends Wind, Sky {
  icao: string | null
  kind: MetarText['kind']
  time: MetarText['time']
  isAuto: boolean
  isCorrected: boolean
  isNil: boolean
  /** Prevailing visibility; 10000 means 10 km or more. */
  visibilityM: number | null
  /** `P`: the prevailing visibility is more than that; `M`: less. */
  visibilityBound: VisibilityGroup['bound']
  /** The lowest visibility, if reported separately, and its direction. */
  visibilityMinM: number | null
  visibilityMinDirection: string | null
  cavok: boolean
  /** Present weather codes as written: `-RA`, `VCTS`, `+TSRA`. */
  weather: string[]
  /** Recent weather codes without their `RE`. */
  recentWeather: string[]
  rvr: RunwayVisualRange[]
  runwayStates: RunwayState[]
  /** Runways with wind shear; `ALL` for all of them. */
  windShear: string[]
  temperatureC: number | null
  dewPointC: number | null
  qnhHpa: number | null
  /** `NOSIG`, or the `BECMG` and `TEMPO` groups as written. */
  trend: string | null
  /** Unreadable groups of the observation. Any of them may be a visibility or a cloud. */
  unread: string[]
  /** Groups with an implausible number; treated as not reported. */
  impossible: string[]
}

type ReadGroup = ReadMetar['groups'][number]

/** Decodes a raw METAR or SPECI. Never throws: an unreadable value is null, and never counts as good. */
export function decodeMetar(raw: string): DecodedMetar {
  const { groups, isCutShort, ...header } = readMetar(raw)
  const observed = groups.filter(({ part }) => part === 'observation')
  const all = groups.filter(({ part }) => part === 'observation' || part === 'supplement')
  const trend = groups.filter(({ part }) => part === 'trend')
  const isSaid = (kind: GroupMeaning['kind'], among: readonly ReadGroup[] = all) =>
    among.some(({ meaning }) => meaning.kind === kind)
  const weather = meanings(observed, 'weather').map(({ code }) => code)
  const sky = skyGroups(observed, isCutShort || endsAmongLayers(groups))
  const visibility = visibilityOf(observed, isCutShort)
  // Not trusted beside a group that may be a visibility or a cloud.
  const isCavok = isSaid('cavok', observed) && !visibility.isDoubtful && sky.every(isUnseen)
  const cavok = isCavok && sky.length === 0
  return {
    ...header,
    isAuto: isSaid('auto', groups),
    isCorrected: isSaid('corrected', groups),
    isNil: isSaid('nil') && !observed.some(({ meaning }) => WEATHER_KINDS.has(meaning.kind)),
    ...windOf(observed),
    visibilityM: isCavok ? VISIBILITY_MAX_M : visibility.visibilityM,
    visibilityBound: visibility.bound,
    visibilityMinM: visibility.lowest?.visibilityM ?? null,
    visibilityMinDirection: visibility.lowest?.direction ?? null,
    cavok,
    ...readSky(sky, cavok),
    weather,
    recentWeather: meanings(all, 'recent-weather').map(({ code }) => code),
    rvr: meanings(observed, 'rvr').map(({ rvr }) => rvr),
    runwayStates: meanings(all, 'runway-state').map(({ state }) => state),
    windShear: meanings(all, 'wind-shear').map(({ runway }) => runway),
    ...temperaturesOf(all),
    qnhHpa: pressureOf(all),
    trend: trend.map(({ text }) => text.replace(/=.*$/s, '')).join(' ') || null,
    unread: wordsOf(observed, 'unread'),
    impossible: wordsOf(all, 'impossible'),
  }
}

/** Whether the text says that no visibility was measured: `////`. */
export function lacksVisibility(raw: string): boolean {
  return readMetar(raw).groups.some(({ part, meaning }) => {
    return part === 'observation' && meaning.kind === 'not-observed' && meaning.what === 'visibility'
  })
}

/** Groups that prove that the report is not NIL. */
const WEATHER_KINDS = new Set<GroupMeaning['kind']>(['visibility', 'weather', 'cloud', 'vertical-visibility', 'cavok'])

type Meaning<K extends GroupMeaning['kind']> = Extract<GroupMeaning, { kind: K }>

function meanings<K extends GroupMeaning['kind']>(groups: readonly ReadGroup[], kind: K): Meaning<K>[] {
  return groups.map(({ meaning }) => meaning).filter((meaning): meaning is Meaning<K> => meaning.kind === kind)
}

function wordsOf(groups: readonly ReadGroup[], kind: 'unread' | 'impossible'): string[] {
  return groups.filter(({ meaning }) => meaning.kind === kind).map(({ word, text }) => word || text.slice(0, 20))
}

function windOf(observed: readonly ReadGroup[]): Wind {
  const wind = meanings(observed, 'wind')[0]?.wind
  const arc = meanings(observed, 'wind-arc')[0]
  return {
    ...(wind ?? {
      windDirectionDeg: null,
      windVariable: false,
      windSpeedMps: null,
      windSpeedIsMinimum: false,
      windGustMps: null,
    }),
    windFromDeg: arc?.fromDeg ?? null,
    windToDeg: arc?.toDeg ?? null,
  }
}

/**
 * The first visibility is the prevailing one, and one right after it the lowest. Elsewhere the lower of two counts, and
 * no good one counts beside an unreadable group that may be a visibility.
 */
function visibilityOf(observed: readonly ReadGroup[], isCutShort: boolean) {
  const isVisibility = (i: number) => observed[i]?.meaning.kind === 'visibility'
  const read = observed.flatMap(({ meaning }, i) =>
    meaning.kind === 'visibility' ? [{ ...meaning, isBehindOne: isVisibility(i - 1) }] : [],
  )
  const prevailing = read.filter(
    ({ direction, isBehindOne }, i) => direction === null && !(isBehindOne && i > 0 && read[i - 1]!.direction === null),
  )
  const told = least(prevailing.length > 0 ? prevailing : read)
  const lowest = least(read.filter((each) => !prevailing.includes(each)))
  const firstSky = observed.findIndex(({ meaning }) => AFTER_VISIBILITY.has(meaning.kind))
  const isDoubtful = isCutShort || (firstSky < 0 ? observed : observed.slice(0, firstSky)).some(mayBeVisibility)
  const visibilityM = told === null || (isDoubtful && told.visibilityM >= VISIBILITY_GOOD_M) ? null : told.visibilityM
  const isLower = lowest !== null && lowest.visibilityM < (visibilityM ?? VISIBILITY_GOOD_M)
  return { visibilityM, bound: visibilityM === null ? null : told!.bound, lowest: isLower ? lowest : null, isDoubtful }
}

const AFTER_VISIBILITY = new Set<GroupMeaning['kind']>(['cloud', 'vertical-visibility', 'temperatures'])

function least<T extends { visibilityM: number }>(groups: readonly T[]): T | null {
  return groups.reduce<T | null>((low, each) => (low && low.visibilityM <= each.visibilityM ? low : each), null)
}

function isUnseen(group: SkyGroup | UnreadGroup): boolean {
  return typeof group !== 'string' && 'layer' in group && group.layer.cover === null && group.layer.kind === null
}

function isOpen({ meaning }: ReadGroup): boolean {
  return meaning.kind === 'unread' || meaning.kind === 'impossible'
}

const COVER = /FEW|SCT|BKN|OVC|VV/
/** Forms of unreadable groups other than visibility or cloud: wind, runway, time, temperatures, pressure. */
const OTHER_SHAPES = [
  /^(?:(?:V[A-Z]{2}|\d{3}|\/{3})P?\d{2,3}[GKM]|\d{2,3}V\d)/,
  /\d(?:KTS?|TK|MPS|KMH|KM\/H)$/,
  /^R(?:\d{2}[LCR]?)?\//,
  /^(?:\d{6}|[\dO]{4,6}(?:Z|UTC))$/,
  /^[M-]?[\dOMX]{1,3}(?:[.,]\d)?\/+(?:[M-]?[\dOMX]{1,3}(?:[.,]\d)?\/*)?$/,
  /^(?:Q(?:NH|F[EF])?[.\d/]|A[.\d/]{3,}$)/,
]

function isOfOtherShape(word: string): boolean {
  return !COVER.test(word) && OTHER_SHAPES.some((shape) => shape.test(word))
}

function mayBeVisibility(group: ReadGroup): boolean {
  return isOpen(group) && !isOfOtherShape(group.word) && /^[PM]?(?:\d|O\d)|SM|KM$|NDV|^[^A-Z]*\d{3}/.test(group.word)
}

function skyGroups(observed: readonly ReadGroup[], isCutShort: boolean): (SkyGroup | UnreadGroup)[] {
  const temperaturesAt = observed.findIndex(({ meaning }) => meaning.kind === 'temperatures')
  const groups = observed.flatMap((group, i): (SkyGroup | UnreadGroup)[] => {
    const { meaning, word } = group
    if (meaning.kind === 'cloud') return [{ layer: meaning.layer }]
    if (meaning.kind === 'vertical-visibility') return [{ verticalVisibilityFt: meaning.heightFt }]
    if (meaning.kind === 'not-observed' && meaning.what === 'cloud') return [readSkyGroup(word) ?? { layer: UNSEEN }]
    if (meaning.kind !== 'unread' || isOfOtherShape(word)) return []
    if (COVER.test(word) || (/[\dO]{2}|[A-Z]\//.test(word) && !mayBeVisibility(group))) return ['like-a-layer']
    return temperaturesAt >= 0 && i > temperaturesAt ? [] : ['other']
  })
  return isCutShort ? [...groups, 'like-a-layer'] : groups
}

/** Behind a last layer that is no ceiling a report may have lost one, with its temperatures and pressure. */
function endsAmongLayers(groups: readonly ReadGroup[]): boolean {
  const last = groups.at(-1)
  if (last?.part !== 'observation' || last.meaning.kind !== 'cloud') return false
  return last.meaning.layer.baseFt !== null && !last.text.includes('=')
}

const UNSEEN: CloudLayer = { cover: null, baseFt: null, kind: null }

/** The last one, because a visibility fraction may resemble temperatures. */
function temperaturesOf(all: readonly ReadGroup[]): { temperatureC: number | null; dewPointC: number | null } {
  const { temperatureC = null, dewPointC = null } = meanings(all, 'temperatures').at(-1) ?? {}
  return { temperatureC, dewPointC }
}

/** Hectopascals take precedence. */
function pressureOf(all: readonly ReadGroup[]): number | null {
  const read = meanings(all, 'pressure')
  return (read.find(({ isInches }) => !isInches) ?? read[0])?.qnhHpa ?? null
}
