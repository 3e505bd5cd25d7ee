import type { AlarmFigures, AlarmOfSheet, AlarmSheet } from '../../contract/verification/alarm-sheet.ts'
import type { Level } from '../../contract/watch/levels.ts'
import { ringReach } from '../airports/location-error.ts'
import type { PlacedStrike } from '../levels/place-ladder.ts'
import { replayLadder } from '../levels/replay-ladder.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { isGap } from '../time/gaps.ts'
import { type Span, Spans, totalMs } from '../time/spans.ts'
import { type ForecastOfPlace, nowcastsOf } from './forecast-chances.ts'
import { quietAfter } from './quiet-after.ts'
import { quietOf, ratio } from './scores.ts'

/** A rule: an alarm lasts while its level is on. */
export interface AlarmRule {
  /** The ring to warn of, km. */
  ringKm: number
  level: Level
  /** The ring whose forecast probability applies to the level's, km; null for a level without a probability. */
  chanceKm: number | null
}

/** History of a place: periods without lightning data, forecasts in order, and location accuracy. */
export interface PastOfPlace {
  missing: readonly Span[]
  told?: readonly ForecastOfPlace[]
  errorKm?: number
}

const LEADS_MIN = [5, 10, 20, 30]

/**
 * Hypothetical result of a level at a place with the strikes of a period, in time order, computed by the alarm engine
 * itself. Alarms touching a gap are excluded; without forecasts a level by probability is unknown too.
 */
export function alarmSheet(
  rule: AlarmRule,
  strikes: readonly PlacedStrike[],
  { fromMs, toMs }: Span,
  past: PastOfPlace,
): Pick<AlarmSheet, 'figures' | 'leftOut' | 'list'> {
  const { level, ringKm } = rule
  const { alarms, missing } = alarmsOf(rule, strikes, { fromMs, toMs }, past)
  const breaks = [
    { fromMs: Number.NEGATIVE_INFINITY, toMs: fromMs },
    ...missing.filter(isGap),
    { fromMs: toMs, toMs: Number.POSITIVE_INFINITY },
  ]
  const isWhole = (from: number, to: number) => breaks.every((each) => each.toMs <= from || each.fromMs >= to)
  const holdMs = level.holdMin * MINUTE_MS
  const { perhapsKm } = ringReach(ringKm, past.errorKm ?? 0)
  const inRing = strikes.filter(({ km }) => km <= perhapsKm).map(({ timeMs }) => timeMs)
  const raisedWithinMs = level.withinMin * MINUTE_MS
  const judged = alarms.map((alarm, i) => {
    const afterMs = Math.max(alarms[i - 1]?.toMs ?? Number.NEGATIVE_INFINITY, alarm.fromMs - raisedWithinMs + 1)
    return toldOf(alarm, afterMs, inRing)
  })
  const missed = missedOf(inRing, judged, holdMs)
  const found = [...judged, ...missed].sort((a, b) => a.fromMs - b.fromMs)
  // An alarm shortly after a gap may have begun during the gap.
  const counted = found.filter((each) => isWhole(each.fromMs - holdMs, each.toMs))
  const unobservedMs = totalMs(missing)
  return {
    figures: figuresOf(counted, quietOf(quietAfter(inRing, fromMs, toMs, isWhole))),
    leftOut: { alarms: found.length - counted.length, minutes: Math.round(unobservedMs / MINUTE_MS) },
    list: counted.map(listed),
  }
}

/** Periods in which the level was on, possibly still at the end; and unobserved periods. */
export function alarmsOf(
  { level: { expect: _, ...level }, chanceKm }: Omit<AlarmRule, 'ringKm'>,
  strikes: readonly PlacedStrike[],
  period: Span,
  { missing: gaps, told = [], errorKm = 0 }: PastOfPlace,
): { alarms: Span[]; missing: readonly Span[] } {
  const { nowcasts, withoutNowcast } =
    chanceKm === null ? { nowcasts: [], withoutNowcast: [] } : nowcastsOf(told, chanceKm, period)
  const past = { gaps, nowcasts, withoutNowcast, toMs: period.toMs, errorKm }
  const alarms: Span[] = []
  for (const { atMs, levels } of replayLadder([level], strikes, past)) {
    const open = alarms.at(-1)
    const [{ state, since }] = levels as [(typeof levels)[number]]
    if (state === 'on') alarms.push({ fromMs: Date.parse(since!), toMs: Number.POSITIVE_INFINITY })
    else if (open) open.toMs = atMs
  }
  return { alarms, missing: new Spans([...gaps, ...withoutNowcast]).list() }
}

interface Told {
  kind: AlarmOfSheet['kind']
  fromMs: number
  toMs: number
  /** Strikes in the ring: before the alarm began, and in total. */
  unwarned: number
  strikes: readonly number[]
}

/** The strikes in the ring of an alarm: those during it, and those since the previous alarm that triggered it. */
function toldOf({ fromMs, toMs }: Span, afterMs: number, inRing: readonly number[]): Told {
  const strikes = inRing.filter((timeMs) => timeMs >= afterMs && timeMs < toMs)
  const unwarned = strikes.filter((timeMs) => timeMs <= fromMs).length
  const kind = strikes.length === 0 ? 'false' : unwarned > 0 ? 'late' : 'effective'
  return { kind, fromMs, toMs, unwarned, strikes }
}

/** Strikes in the ring without an alarm, grouped by gaps shorter than the hold time. */
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
  const effective = of('effective')
  const falseAlarms = of('false')
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
