import type { Stage } from '../../../contract/watch/alarms.ts'
import { MEASURES, type Measure, WEATHER_DEFAULT, WEATHER_LIMITS, weatherOf } from './weather-choice.ts'

type Stored = Record<string, unknown>

/** Kinds of alerts of version 1, with the equivalent stage. */
const STAGE_OF: Record<string, Stage> = {
  strike: 'alert',
  category: 'category',
  speci: 'speci',
  gust: 'wind',
  visibility: 'visibility',
  ceiling: 'ceiling',
  overdue: 'overdue',
  'lightning-lost': 'feed-lost',
  'reports-lost': 'feed-lost',
}

/**
 * Migrates version 1 of the stored state: limits and disabled kinds become viewer rules for weather, the log stays. The
 * input may contain anything: the result is validated as any stored state.
 */
export function fromVersion1(kept: unknown): unknown {
  if (!isStored(kept)) return kept
  const { log, settings, sound, system } = kept
  const { off: offBefore, ...limits } = isStored(settings) ? settings : {}
  const off: unknown[] = Array.isArray(offBefore) ? offBefore : []
  const within = (value: unknown, name: keyof typeof WEATHER_LIMITS) => {
    const [least, most] = WEATHER_LIMITS[name]
    const isNumber = typeof value === 'number' && Number.isFinite(value) && value > 0
    return isNumber ? Math.min(Math.max(value, least), most) : WEATHER_DEFAULT[name]
  }
  const isOff = (measure: Measure) => off.includes(measure === 'wind' ? 'gust' : measure)
  const weather = weatherOf({
    windMps: within(limits.gustMps, 'windMps'),
    visibilityM: within(limits.visibilityM, 'visibilityM'),
    ceilingM: within(limits.ceilingM, 'ceilingM'),
    off: MEASURES.filter(isOff),
  })
  return { sound, system, off, weather, log: Array.isArray(log) ? log.map(entryOf) : [] }
}

export function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An entry raised by the page, as an equivalent alarm. */
function entryOf(entry: unknown): unknown {
  if (!isStored(entry) || entry.alarm !== undefined || typeof entry.kind !== 'string') return entry
  const { id, icao, atMs, kind } = entry
  const stage = STAGE_OF[kind]
  if (!stage || typeof atMs !== 'number' || Math.abs(atMs) > 8.64e15) return null
  const at = new Date(atMs).toISOString()
  const place = typeof icao === 'string' ? { id: icao, name: icao, nameZh: null, group: 'airports' } : null
  const { km, nearestKm, ...data } = isStored(entry.data) ? entry.data : {}
  const told = Object.entries(data).filter(([, value]) => typeof value === 'number' || typeof value === 'string')
  const details = {
    ...Object.fromEntries(told),
    ...(typeof km === 'number' && { ringKm: km }),
    ...(stage === 'feed-lost' && { feed: kind === 'reports-lost' ? 'reports' : 'lightning' }),
  }
  const rest = { struckAt: null, arrival: null, watched: null, simulated: false, link: null, acknowledged: null }
  const distanceKm = typeof nearestKm === 'number' ? nearestKm : null
  return { ...entry, isOfPage: true, alarm: { id, place, stage, at, distanceKm, details, ...rest } }
}
