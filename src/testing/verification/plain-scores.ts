import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { HorizonScores } from '../../contract/verification/verification.ts'

// A slow reference implementation of scoreboard and sheet: from lists of strikes and forecasts, without sums, hours or
// sorted searches. Times are whole seconds since the beginning of the period.

export interface PlainForecast {
  atS: number
  isObserved: boolean
  /** Probability by horizon, 0 to 1; absent if the ring had no forecast. */
  told: readonly number[] | null
}

type IsObserved = (second: number) => boolean

const round = (value: number) => Math.round(value * 1e4) / 1e4
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const orNull = (value: number) => (Number.isNaN(value) ? null : round(value))

function isWhole(isObserved: IsObserved, fromS: number, toS: number): boolean {
  for (let second = fromS; second < toS; second++) if (!isObserved(second)) return false
  return true
}

interface Case {
  told: number
  came: boolean
  wasStruck: boolean
}

/** The scores of a ring for a horizon. `strikes` are those within it. */
export function plainScores(
  said: readonly PlainForecast[],
  strikes: readonly number[],
  isObserved: IsObserved,
  horizon: number,
): HorizonScores {
  const minutes = HORIZONS_MIN[horizon]!
  const cases: Case[] = []
  for (const { atS, isObserved: isKnown, told } of said) {
    const wasStruck = strikes.some((second) => second >= atS - 600 && second < atS)
    const isStruckSoon = strikes.some((second) => second >= atS && second < atS + 3600)
    if (!isKnown || !isWhole(isObserved, atS, atS + minutes * 60)) continue
    if (!told && !wasStruck && !isStruckSoon) continue
    const came = strikes.some((second) => second >= atS && second < atS + minutes * 60)
    cases.push({ told: told ? told[horizon]! : 0.001, came, wasStruck })
  }
  const onset = cases.filter(({ wasStruck }) => !wasStruck)
  const leads = firstsOf(strikes, isObserved).flatMap((second) => {
    const lead = plainLead(said, second, horizon)
    return lead === null ? [] : [lead]
  })
  const warned = leads.filter((lead) => lead > 0)
  const squares = (of: (each: Case) => number) => mean(cases.map((each) => (of(each) - Number(each.came)) ** 2))
  const brier = squares(({ told }) => told)
  const everTold = mean(cases.map(({ came }) => Number(came)))
  return {
    minutes,
    cases: cases.length,
    came: cases.filter(({ came }) => came).length,
    all: contingency(cases, ({ told }) => told >= 0.4),
    onset: {
      cases: onset.length,
      came: onset.filter(({ came }) => came).length,
      ...contingency(onset, ({ told }) => told >= 0.23),
    },
    persistence: contingency(cases, ({ wasStruck }) => wasStruck),
    brier: orNull(brier),
    skillOverPersistence: orNull(1 - brier / squares(({ wasStruck }) => Number(wasStruck))),
    skillOverClimatology: orNull(1 - brier / squares(() => everTold)),
    lead: { firsts: leads.length, warned: warned.length, meanMin: orNull(mean(warned) / 60) },
    reliability: Array.from({ length: 10 }, (_, i) => {
      const inBin = cases.filter(({ told }) => Math.min(9, Math.floor(Math.round(told * 1e4) / 1e3)) === i)
      return {
        cases: inBin.length,
        told: orNull(mean(inBin.map(({ told }) => told))),
        came: orNull(mean(inBin.map(({ came }) => Number(came)))),
      }
    }),
  }
}

function contingency(cases: readonly Case[], isWarned: (each: Case) => boolean) {
  const count = (warned: boolean, came: boolean) =>
    cases.filter((each) => isWarned(each) === warned && each.came === came).length
  const hits = count(true, true)
  const misses = count(false, true)
  const falseAlarms = count(true, false)
  return {
    pod: orNull(hits / (hits + misses)),
    far: orNull(falseAlarms / (hits + falseAlarms)),
    csi: orNull(hits / (hits + misses + falseAlarms)),
  }
}

function firstsOf(strikes: readonly number[], isObserved: IsObserved): number[] {
  const isQuietBefore = (second: number) => !strikes.some((other) => other < second && second - other < 600)
  const seconds = [...new Set(strikes)].sort((a, b) => a - b)
  return seconds.filter((second) => isQuietBefore(second) && isWhole(isObserved, second - 600, second))
}

function plainLead(said: readonly PlainForecast[], second: number, horizon: number): number | null {
  const before = said.filter(({ atS }) => atS < second).reverse()
  const last = before[0]
  if (!last?.isObserved || second - last.atS > 120) return null
  let sinceS = second
  for (const { atS, told } of before) {
    if (sinceS - atS > 120 || second - atS > 3600 || !told || told[horizon]! < 0.23) break
    sinceS = atS
  }
  return second - sinceS
}

export interface PlainStrike {
  second: number
  km: number
}

export interface PlainAlarm {
  kind: 'effective' | 'late' | 'false' | 'missed'
  fromS: number
  toS: number
  strikes: number[]
}

/** The conditions for an alarm by probability, and the seconds with a forecast. */
export interface PlainChances {
  raised: ReadonlySet<number>
  isTold: IsObserved
}

/** Forecasts of a ring: each is valid for two minutes. */
export function plainChances(said: readonly PlainForecast[], horizon: number, percent: number): PlainChances {
  const raised = new Set<number>()
  const toldAt = new Set<number>()
  for (const { atS, isObserved, told } of said) {
    if (!isObserved) continue
    if (Math.round((told?.[horizon] ?? 0) * 1e4) >= percent * 100) raised.add(atS)
    for (let second = atS; second < atS + 120; second++) toldAt.add(second)
  }
  return { raised, isTold: (second) => toldAt.has(second) }
}

/** The alarms of a rule, by checking each second of the period, and the alarms excluded from the figures. */
export function plainAlarms(
  rule: { ringKm: number; alarmKm: number; strikes: number; holdMin: number },
  strikes: readonly PlainStrike[],
  lengthS: number,
  isWatched: IsObserved,
  chances: PlainChances | null = null,
): { counted: PlainAlarm[]; leftOut: number } {
  const isObserved = chances ? (second: number) => isWatched(second) && chances.isTold(second) : isWatched
  const holdS = rule.holdMin * 60
  const alarms: PlainAlarm[] = []
  let open: PlainAlarm | null = null
  const at = new Map<number, PlainStrike[]>()
  for (const strike of strikes) at.set(strike.second, [...(at.get(strike.second) ?? []), strike])
  const events = [...at.keys(), ...(chances?.raised ?? [])].filter((second) => second >= 0).sort((a, b) => a - b)
  let next = 0
  let second = 0
  // Declared before the loop: closures would otherwise allocate a variable for each second.
  for (; second < lengthS; second++) {
    if (open && second >= open.toS) open = null
    if (!open) {
      // No alarm begins between two events.
      while (next < events.length && events[next]! < second) next++
      second = events[next] ?? lengthS
      if (second >= lengthS) break
    }
    if (chances?.raised.has(second)) {
      if (open) open.toS = second + holdS
      else {
        open = { kind: 'false', fromS: second, toS: second + holdS, strikes: [] }
        alarms.push(open)
      }
    }
    for (const { km } of at.get(second) ?? []) {
      if (km > rule.alarmKm) continue
      if (open) open.toS = second + holdS
      const near = strikes.filter((each) => each.km <= rule.alarmKm)
      // A strike of an alarm that has ended counts for no other.
      const sinceS = Math.max(second - 599, alarms.at(-1)?.toS ?? 0)
      const recent = near.filter((each) => each.second >= sinceS && each.second <= second)
      // Strikes of one moment are one that came twice.
      if (open || new Set(recent.map((each) => each.second)).size < rule.strikes) continue
      open = { kind: 'false', fromS: second, toS: second + holdS, strikes: [] }
      alarms.push(open)
    }
    // An alarm that ends before a gap is detected, in its second second, ends.
    if (open && !isObserved(second) && !isObserved(second - 1)) open.toS = second + 1 + holdS
  }
  const inRing = strikes.filter(({ km }) => km <= rule.ringKm).map(({ second }) => second)
  const taken = new Set<number>()
  alarms.forEach((alarm, i) => {
    const endBefore = alarms[i - 1]?.toS ?? Number.NEGATIVE_INFINITY
    alarm.strikes = inRing.filter((s) => s < alarm.toS && s > alarm.fromS - 600 && s >= endBefore)
    for (const second of alarm.strikes) taken.add(second)
    if (alarm.strikes.some((second) => second <= alarm.fromS)) alarm.kind = 'late'
    else if (alarm.strikes.length > 0) alarm.kind = 'effective'
  })
  for (const second of inRing.filter((each) => !taken.has(each))) {
    const last = alarms.filter(({ kind }) => kind === 'missed').at(-1)
    if (last && second - last.toS < holdS) {
      last.toS = second
      last.strikes.push(second)
    } else alarms.push({ kind: 'missed', fromS: second, toS: second, strikes: [second] })
  }
  const counted = alarms.filter(
    ({ fromS, toS }) => fromS - holdS >= 0 && toS <= lengthS && isWhole(isObserved, fromS - holdS, toS),
  )
  return { counted, leftOut: alarms.length - counted.length }
}
