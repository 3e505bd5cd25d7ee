import type { FlightCategory } from '../metar/flight-category.ts'
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

/** What is alerted of, and from which numbers on. */
export interface AlertSettings {
  off: readonly AlertKind[]
  gustMps: number
  visibilityM: number
  ceilingM: number
}

export const ALERT_SETTINGS_DEFAULT: AlertSettings = { off: [], gustMps: 17, visibilityM: 1500, ceilingM: 150 }

/** The same trouble of the same airport is told again after so long at the earliest, and only if it went away in between. */
export const COOL_DOWN_MS = 10 * MINUTE_MS

/** What became worse, with the numbers that say so. */
export interface RaisedAlert {
  kind: AlertKind
  /** Null for what concerns all airports. */
  icao: string | null
  atMs: number
  data: Record<string, number | string | null>
}

/** What of an airport, or of the feeds, is known at a moment. */
export type AlertFacts =
  | { icao: string; clock: HoldTimer | null; report: Report | undefined; category: FlightCategory }
  | { icao: null; lost: Record<'lightning' | 'reports', boolean | null> }

/** How bad something was when it was last looked at, and when each degree of it was last told. */
interface Remembered {
  level: number
  toldMs: Record<string, number>
}

/** What has to be remembered so that one change is told once, through a reload too. By airport and kind. */
export type AlertMemory = Record<string, Remembered>

/** How bad something is: 0 is not at all, and more is worse; null where it cannot be told. */
interface Level {
  kind: AlertKind
  level: number | null
  /** It may only be taken as better when that is certain, and no sooner than so long after it was told. */
  mayFall?: boolean
  holdMs?: number
  /** Only a change since somebody looks is news, not how it was found. */
  quietAtFirst?: boolean
  data: RaisedAlert['data']
}

/** Looks at an airport again: what became worse, and what to remember: `memory` itself where nothing changed. */
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
    // Told a moment ago: it stays to be told, should it still be so then.
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

/** Forgets airports that are watched no more: when they are again, they are looked at with new eyes. */
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

function airportLevels({ clock, report, category }: AirportFacts, settings: AlertSettings, nowMs: number): Level[] {
  const levels = clock ? [strikeLevel(clock)] : []
  if (!report) return levels
  const isOld = reportAge(report.obsTimeMs, nowMs) === 'outdated'
  const below = (value: number | null, limit: number) => (isOld || value === null ? null : Number(value < limit))
  const gustMps = report.windGustMps ?? report.windSpeedMps
  const ceilingM = report.ceilingFt === null ? null : metres(report.ceilingFt)
  const noCeiling = report.ceilingKnown && ceilingM === null
  return [
    ...levels,
    {
      kind: 'category',
      level: isOld ? null : CATEGORY_LEVEL[category],
      quietAtFirst: true,
      data: { category, obsMs: report.obsTimeMs },
    },
    {
      kind: 'speci',
      // A later one is another.
      level: report.isSpeci ? report.obsTimeMs : 0,
      quietAtFirst: true,
      data: { obsMs: report.obsTimeMs },
    },
    {
      kind: 'gust',
      level: isOld || gustMps === null ? null : Number(gustMps >= settings.gustMps),
      data: { mps: gustMps, obsMs: report.obsTimeMs },
    },
    {
      kind: 'visibility',
      level: below(report.visibilityM, settings.visibilityM),
      data: { m: report.visibilityM, obsMs: report.obsTimeMs },
    },
    {
      kind: 'ceiling',
      level: isOld ? null : noCeiling ? 0 : below(ceilingM, settings.ceilingM),
      data: { m: ceilingM, obsMs: report.obsTimeMs },
    },
    {
      kind: 'overdue',
      level: Number(reportAge(report.obsTimeMs, nowMs) !== 'current'),
      data: { obsMs: report.obsTimeMs },
    },
  ]
}

const CATEGORY_LEVEL: Record<FlightCategory, number | null> = { vfr: 0, mvfr: 1, ifr: 2, lifr: 3, unknown: null }

/** The nearer the ring that was struck, the worse; a ring counts as quiet only where that was watched for the hold time. */
function strikeLevel({ rings, nearest, holdMs }: HoldTimer): Level {
  const struck = rings.findIndex(({ hold }) => hold.kind === 'struck')
  const inside = struck < 0 ? rings : rings.slice(0, struck)
  const ring = rings[struck]
  return {
    kind: 'strike',
    level: struck < 0 ? 0 : rings.length - struck,
    mayFall: inside.every(({ hold }) => hold.kind === 'quiet'),
    holdMs, // a stroke that turns out to have been elsewhere does not let the next one be told again at once
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
