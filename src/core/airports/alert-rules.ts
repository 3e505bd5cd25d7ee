import { type FlightCategory, isCategoryWhole, lowestVisibilityM } from '../metar/flight-category.ts'
import { type Report, reportAge } from '../metar/report.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { metres } from '../util/units.ts'
import type { HoldTimer } from './lightning-hold-timer.ts'

export const ALERT_KINDS = [
  'strike',
  'category',
  'speci',
  'gust',
  'visibility',
  'ceiling',
  'overdue',
  'lightning-lost',
  'reports-lost',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Which kinds of alerts are off, and the limits that people choose. */
export interface AlertSettings {
  off: readonly AlertKind[]
  gustMps: number
  visibilityM: number
  ceilingM: number
}

export const ALERT_SETTINGS_DEFAULT: AlertSettings = { off: [], gustMps: 17, visibilityM: 1500, ceilingM: 150 }

/** From which to which number each of them can be chosen: of what reports tell, and never what would be told of every report. */
export const ALERT_LIMITS = {
  gustMps: [1, 100],
  visibilityM: [50, 10_000],
  ceilingM: [10, 10_000],
} as const satisfies Record<Exclude<keyof AlertSettings, 'off'>, readonly [least: number, most: number]>

/**
 * The same kind of alert for the same airport is not raised again before this, and only if the trouble ended in
 * between.
 */
export const COOL_DOWN_MS = 10 * MINUTE_MS

/** Something that became worse, with the values that its text needs. */
export interface RaisedAlert {
  kind: AlertKind
  /** Null for what concerns all airports. */
  icao: string | null
  atMs: number
  data: Record<string, number | string | null>
}

/** What is known at a moment: of one airport, or (without a code) of the two feeds. */
export type AlertFacts =
  | { icao: string; holdTimer: HoldTimer | null; report: Report | undefined; category: FlightCategory }
  | { icao: null; lost: Record<'lightning' | 'reports', boolean | null> }

/** The level of one kind at the last check, and when each level was last raised (Unix ms). */
interface Remembered {
  level: number
  toldMs: Record<string, number>
}

/**
 * What is remembered from check to check, and through a reload, so that a change is raised once. Keys: `ZSPD/strike`.
 */
export type AlertMemory = Record<string, Remembered>

/** How bad something is: 0 is not at all, and more is worse; null where it cannot be told. */
interface Level {
  kind: AlertKind
  level: number | null
  /** False while a lower level is not certain: the one before then stays. */
  mayFall?: boolean
  holdMs?: number
  /** The level that is found at the first check is no alert; only what becomes worse from then on is. */
  quietAtFirst?: boolean
  data: RaisedAlert['data']
}

/**
 * Checks an airport, or the feeds: which alerts to raise, and the new memory (the same object where nothing changed).
 */
export function checkAlerts(
  memory: AlertMemory,
  facts: AlertFacts,
  settings: AlertSettings,
  nowMs: number,
): { memory: AlertMemory; raised: RaisedAlert[] } {
  const changes: AlertMemory = {}
  const raised: RaisedAlert[] = []
  const levels = facts.icao === null ? feedLevels(facts.lost) : airportLevels(facts, settings, nowMs)
  for (const found of levels) {
    const { kind, level, data } = found
    if (level === null || settings.off.includes(kind)) continue
    const key = `${facts.icao ?? ''}/${kind}`
    const before = memory[key]
    const from = before?.level ?? (found.quietAtFirst ? level : 0)
    if (level <= from) {
      if (before && (level === from || !mayFall(found, before, nowMs))) continue
      changes[key] = { level, toldMs: before?.toldMs ?? {} }
      continue
    }
    // Raised a short time ago: the level is not remembered, so that it is raised later if it still holds then.
    if (nowMs - (before?.toldMs[level] ?? Number.NEGATIVE_INFINITY) < COOL_DOWN_MS) continue
    changes[key] = { level, toldMs: { ...recent(before?.toldMs ?? {}, nowMs), [level]: nowMs } }
    raised.push({ kind, icao: facts.icao, atMs: nowMs, data: { ...data, from } })
  }
  return { memory: Object.keys(changes).length > 0 ? { ...memory, ...changes } : memory, raised }
}

function mayFall(
  { mayFall: isCertain = true, holdMs = 0 }: Level,
  { level, toldMs }: Remembered,
  nowMs: number,
): boolean {
  return isCertain && nowMs - (toldMs[level] ?? Number.NEGATIVE_INFINITY) >= holdMs
}

/** Forgets airports that are no longer watched: when they are watched again, they begin as new ones. */
export function forgetOthers(memory: AlertMemory, watched: readonly string[]): AlertMemory {
  return Object.fromEntries(
    Object.entries(memory).filter(([key]) => key.startsWith('/') || watched.includes(key.split('/')[0]!)),
  )
}

function recent(toldMs: Record<string, number>, nowMs: number): Record<string, number> {
  return Object.fromEntries(Object.entries(toldMs).filter(([, at]) => nowMs - at < COOL_DOWN_MS))
}

function feedLevels(lost: Record<'lightning' | 'reports', boolean | null>): Level[] {
  return (['lightning', 'reports'] as const).map((feed) => ({
    kind: `${feed}-lost` as const,
    level: lost[feed] === null ? null : Number(lost[feed]),
    data: {},
  }))
}

type AirportFacts = Extract<AlertFacts, { icao: string }>

function airportLevels({ holdTimer, report, category }: AirportFacts, settings: AlertSettings, nowMs: number): Level[] {
  const levels = holdTimer ? [strikeLevel(holdTimer)] : []
  if (!report) return levels
  const isOld = reportAge(report.obsTimeMs, nowMs) === 'outdated'
  const below = (value: number | null, limit: number) => (isOld || value === null ? null : Number(value < limit))
  const speeds = [report.windGustMps, report.windSpeedMps].filter((mps) => mps !== null)
  const gustMps = speeds.length > 0 ? Math.max(...speeds) : null
  const visibilityM = lowestVisibilityM(report)
  const ceilingM = report.ceilingFt === null ? null : metres(report.ceilingFt)
  const noCeiling = report.ceilingKnown && ceilingM === null
  return [
    ...levels,
    {
      kind: 'category',
      level: isOld ? null : CATEGORY_LEVEL[category],
      mayFall: isCategoryWhole(report),
      quietAtFirst: true,
      data: { category, obsMs: report.obsTimeMs },
    },
    {
      kind: 'speci',
      // The time of observation is the level, so that each later SPECI is a new alert.
      level: report.isSpeci ? report.obsTimeMs : 0,
      quietAtFirst: true,
      data: { obsMs: report.obsTimeMs },
    },
    {
      kind: 'gust',
      level: isOld || gustMps === null ? null : Number(tenths(gustMps) >= tenths(settings.gustMps)),
      data: { mps: gustMps, obsMs: report.obsTimeMs },
    },
    {
      kind: 'visibility',
      level: below(visibilityM, settings.visibilityM),
      mayFall: report.visibilityM !== null,
      data: { m: visibilityM, obsMs: report.obsTimeMs },
    },
    {
      kind: 'ceiling',
      level: isOld ? null : noCeiling ? 0 : below(ceilingM, settings.ceilingM),
      mayFall: report.ceilingKnown,
      data: { m: ceilingM, obsMs: report.obsTimeMs },
    },
    {
      kind: 'overdue',
      level: Number(reportAge(report.obsTimeMs, nowMs) !== 'current'),
      data: { obsMs: report.obsTimeMs },
    },
  ]
}

/** Services tell wind to a tenth of 1 m/s: a gust of 25 kt, which they tell as 12.9 or 12.86, is one from a limit of 25 kt on. */
const tenths = (mps: number) => Math.round(mps * 10)

const CATEGORY_LEVEL: Record<FlightCategory, number | null> = { vfr: 0, mvfr: 1, ifr: 2, lifr: 3, unknown: null }

/**
 * The nearer the struck ring, the higher; it falls only once the rings inside were observed to be quiet for the hold
 * time.
 */
function strikeLevel({ rings, nearest, holdMs }: HoldTimer): Level {
  const struck = rings.findIndex(({ hold }) => hold.kind === 'struck')
  const inside = struck < 0 ? rings : rings.slice(0, struck)
  const ring = rings[struck]
  return {
    kind: 'strike',
    level: struck < 0 ? 0 : rings.length - struck,
    mayFall: inside.every(({ hold }) => hold.kind === 'quiet'),
    holdMs, // a stroke that is corrected to another place must not make the next one a new alert at once
    data: {
      km: ring?.km ?? null,
      strikeMs: ring?.lastMs ?? null,
      count: ring?.count ?? 0,
      minutes: holdMs / MINUTE_MS,
      nearestKm: nearest?.km ?? null,
      bearingDeg: nearest?.bearingDeg ?? null,
    },
  }
}
