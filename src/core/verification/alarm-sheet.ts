import type { AlarmFigures, AlarmOfSheet, AlarmSheet } from '../../contract/verification/alarm-sheet.ts'
import { BREAK_MIN_MS } from '../airports/hold-time.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { type Span, Spans } from '../time/spans.ts'
import { type ChanceRule, chanceEvents, type ToldOfPlace } from './chance-events.ts'
import { quietAfter } from './quiet-after.ts'
import { quietOf, ratio } from './scores.ts'

/**
 * When there is an alarm: from so many strikes within ten minutes in `alarmKm` on, or from a told chance on, until none was there, and no
 * such chance was told, for the hold time.
 */
export interface AlarmRule {
  /** What is to be warned of is a strike within so many km. */
  ringKm: number
  alarmKm: number
  strikes: number
  holdMin: number
  chance: ChanceRule | null
}

export interface PlaceStrike {
  /** Unix ms. */
  timeMs: number
  km: number
}

const RAISED_WITHIN_MS = 10 * MINUTE_MS
const LEADS_MIN = [5, 10, 20, 30]

/** What keeps an alarm up, and may raise one. */
interface Trigger {
  timeMs: number
  raises: boolean
}

interface Alarm {
  fromMs: number
  lastMs: number
  toMs: number
}

/**
 * What a rule would have done at a place with the strikes of a period, in order of time, of which some was not observed. While
 * nothing is observed the hold time stands still, and it begins anew after a break; what a break touches is in no figure. `told` is what
 * was told of the place meanwhile, in order; where nothing could be, a rule that goes by chances knows nothing either.
 */
export function alarmSheet(
  rule: AlarmRule,
  strikes: readonly PlaceStrike[],
  period: { fromMs: number; toMs: number; missing: readonly Span[] },
  told: readonly ToldOfPlace[],
): Pick<AlarmSheet, 'figures' | 'leftOut' | 'list'> {
  const { raisedMs, untold } = rule.chance ? chanceEvents(rule.chance, told, period) : { raisedMs: [], untold: [] }
  const missing = new Spans([...period.missing, ...untold]).list()
  const breaks = [
    { fromMs: Number.NEGATIVE_INFINITY, toMs: period.fromMs },
    ...missing.filter(({ fromMs, toMs }) => toMs - fromMs >= BREAK_MIN_MS),
    { fromMs: period.toMs, toMs: Number.POSITIVE_INFINITY },
  ]
  const isWhole = (fromMs: number, toMs: number) => breaks.every((each) => each.toMs <= fromMs || each.fromMs >= toMs)
  const holdMs = rule.holdMin * MINUTE_MS
  const times = (km: number) => strikes.filter((strike) => strike.km <= km).map(({ timeMs }) => timeMs)
  const inRing = times(rule.ringKm)
  const triggers = triggersOf(rule, times(rule.alarmKm), raisedMs)
  const alarms = alarmsOf(rule.holdMin * MINUTE_MS, triggers, breaks)
  const judged = alarms.map((alarm, i) => toldOf(alarm, alarms[i - 1]?.toMs ?? Number.NEGATIVE_INFINITY, inRing))
  const missed = missedOf(inRing, judged, holdMs)
  const found = [...judged, ...missed].sort((a, b) => a.fromMs - b.fromMs)
  // What began shortly after a break may have begun in it.
  const counted = found.filter(({ fromMs, toMs }) => isWhole(fromMs - holdMs, toMs))
  const unobservedMs = missing.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  return {
    figures: figuresOf(counted, quietOf(quietAfter(inRing, period.fromMs, period.toMs, isWhole))),
    leftOut: { alarms: found.length - counted.length, minutes: Math.round(unobservedMs / MINUTE_MS) },
    list: counted.map(listed),
  }
}

/** Of sorted times of strikes, and of those at which the chance was high. */
function triggersOf({ strikes }: AlarmRule, times: readonly number[], raisedMs: readonly number[]): Trigger[] {
  const ofStrikes = times.map((timeMs, i) => {
    const first = times[i - strikes + 1]
    return { timeMs, raises: first !== undefined && timeMs - first < RAISED_WITHIN_MS }
  })
  const ofChances = raisedMs.map((timeMs) => ({ timeMs, raises: true }))
  return [...ofChances, ...ofStrikes].sort((a, b) => a.timeMs - b.timeMs)
}

/** The alarms of sorted triggers. */
function alarmsOf(holdMs: number, triggers: readonly Trigger[], breaks: readonly Span[]): Alarm[] {
  const alarms: Alarm[] = []
  for (const { timeMs, raises } of triggers) {
    const open = alarms.at(-1)
    if (open && timeMs < open.toMs) {
      open.lastMs = timeMs
      open.toMs = quietAt(timeMs, holdMs, breaks)
    } else if (raises) alarms.push({ fromMs: timeMs, lastMs: timeMs, toMs: quietAt(timeMs, holdMs, breaks) })
  }
  return alarms
}

/** When the hold time has passed after a strike. */
function quietAt(struckMs: number, holdMs: number, breaks: readonly Span[]): number {
  let sinceMs = struckMs
  for (const { fromMs, toMs } of breaks) if (fromMs < sinceMs + holdMs && toMs > sinceMs) sinceMs = toMs
  return sinceMs + holdMs
}

interface Told {
  kind: AlarmOfSheet['kind']
  fromMs: number
  toMs: number
  /** Strikes in the ring: before the alarm began, and all of them. */
  unwarned: number
  strikes: readonly number[]
}

/** An alarm has the strikes in the ring that came in it, and those with which it was raised after the one before. */
function toldOf({ fromMs, toMs }: Alarm, afterMs: number, inRing: readonly number[]): Told {
  const isOfIt = (timeMs: number) => timeMs >= afterMs && timeMs > fromMs - RAISED_WITHIN_MS && timeMs < toMs
  const strikes = inRing.filter(isOfIt)
  const unwarned = strikes.filter((timeMs) => timeMs <= fromMs).length
  const kind = strikes.length === 0 ? 'false' : unwarned > 0 ? 'late' : 'effective'
  return { kind, fromMs, toMs, unwarned, strikes }
}

/** Strikes in the ring that are of no alarm, together where less than the hold time is between them. */
function missedOf(inRing: readonly number[], alarms: readonly Told[], holdMs: number): Told[] {
  const warned = new Set(alarms.flatMap(({ strikes }) => strikes))
  const groups: number[][] = []
  for (const timeMs of inRing) {
    if (warned.has(timeMs)) continue
    const last = groups.at(-1)
    if (last && timeMs - last.at(-1)! < holdMs) last.push(timeMs)
    else groups.push([timeMs])
  }
  return groups.map((strikes) => ({
    kind: 'missed',
    fromMs: strikes[0]!,
    toMs: strikes.at(-1)!,
    unwarned: strikes.length,
    strikes,
  }))
}

function leadMs({ kind, fromMs, strikes }: Told): number | null {
  return kind === 'effective' ? strikes[0]! - fromMs : null
}

function dwellMs({ kind, toMs, strikes }: Told): number | null {
  return kind === 'effective' || kind === 'late' ? toMs - strikes.at(-1)! : null
}

function figuresOf(told: readonly Told[], quiet: AlarmFigures['quiet']): AlarmFigures {
  const of = (kind: Told['kind']) => told.filter((each) => each.kind === kind).length
  const [effective, falseAlarms] = [of('effective'), of('false')]
  const failures = of('late') + of('missed')
  const alarms = told.filter(({ kind }) => kind !== 'missed')
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null).sort((a, b) => a - b)
  const leads = known(told.map(leadMs))
  const dwells = known(told.map(dwellMs))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    alarms: alarms.length,
    effective,
    falseAlarms,
    failures,
    strikesMissed: sum(told.map(({ unwarned }) => unwarned)),
    strikes: sum(told.map(({ strikes }) => strikes.length)),
    pod: ratio(effective, effective + failures),
    far: ratio(falseAlarms, alarms.length),
    leadMin: { mean: mean(leads), median: median(leads), least: minutesOf(leads[0] ?? null) },
    leadAtLeast: LEADS_MIN.map((minutes) => ({
      minutes,
      share: ratio(leads.filter((lead) => lead >= minutes * MINUTE_MS).length, effective + failures),
    })),
    dwellMin: { mean: mean(dwells), median: median(dwells) },
    alarmMin: minutesOf(sum(alarms.map(({ fromMs, toMs }) => toMs - fromMs))) ?? 0,
    quiet,
  }
}

function mean(sorted: readonly number[]): number | null {
  return ratio(sorted.reduce((all, value) => all + value, 0) / MINUTE_MS, sorted.length)
}

function median(sorted: readonly number[]): number | null {
  const middle = sorted.length >> 1
  if (sorted.length === 0) return null
  return minutesOf(sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2)
}

function minutesOf(ms: number | null): number | null {
  return ms === null ? null : ratio(ms, MINUTE_MS)
}

function listed(told: Told): AlarmOfSheet {
  const { kind, fromMs, toMs, strikes } = told
  const utc = (ms: number) => new Date(ms).toISOString()
  return {
    kind,
    from: utc(fromMs),
    to: utc(toMs),
    struck: strikes.length > 0 ? utc(strikes[0]!) : null,
    leadMin: minutesOf(leadMs(told)),
    dwellMin: minutesOf(dwellMs(told)),
    strikes: strikes.length,
  }
}
