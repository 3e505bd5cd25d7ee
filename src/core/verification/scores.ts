import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type {
  HorizonScores,
  QuietAfter,
  RingScores,
  Season,
  Verification,
} from '../../contract/verification/verification.ts'
import { DAY_MS } from '../time/durations.ts'
import { Contingency } from './contingency.ts'
import { afterQuietOf, HOLD_TIMES_MIN, noQuietCounts } from './quiet-after.ts'
import { type AllSums, type DaySums, type HorizonSums, PARTS, type RingSums } from './score-sums.ts'

/** Scores from counters, by ring, innermost first. */
export function scoresOf({ rings }: DaySums): RingScores[] {
  return Object.entries(rings)
    .map(([km, sums]) => ringScores(Number(km), sums))
    .sort((a, b) => a.km - b.km)
}

/** Season of a day since 1970, UTC. */
export function seasonOf(day: number): Season {
  const month = new Date(day * DAY_MS).getUTCMonth()
  return month === 11 || month < 2 ? 'DJF' : month < 5 ? 'MAM' : month < 8 ? 'JJA' : 'SON'
}

export function leftOutOf({ minutes, unverified }: AllSums): Verification['leftOut'] {
  return {
    minutes: minutes.all,
    notReckoned: minutes.notReckoned,
    unknown: minutes.unknown,
    unverified: HORIZONS_MIN.map((horizon, h) => ({ minutes: horizon, left: unverified[h]! })),
  }
}

export function quietOf(counts: readonly number[]): QuietAfter[] {
  return afterQuietOf(counts)
    .filter(({ afterMin }) => HOLD_TIMES_MIN.includes(afterMin))
    .map(({ afterMin, cases, struck }) => ({ afterMin, cases, struck }))
}

/** Null for a zero denominator. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole)
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

function ringScores(km: number, { horizons, arrivals, again = noQuietCounts() }: RingSums): RingScores {
  const { told, came, offS } = arrivals
  return {
    km,
    horizons: horizons.map((sums, h) => horizonScores(HORIZONS_MIN[h]!, sums)),
    arrivals: { told, came, meanOffMin: ratio(offS / 60, came) },
    quiet: quietOf(again),
  }
}

function horizonScores(minutes: number, sums: HorizonSums): HorizonScores {
  const { cases, came, onset, onsetCame, persisted, persistedCame, firsts, firstsWarned, leadS } = sums
  const squares = sums.squares / PARTS ** 2
  // For forecasts of 0 or 1 squared errors count misses; for a constant frequency they are its variance.
  const ofPersistence = persisted - persistedCame + (came - persistedCame)
  const ofClimatology = cases === 0 ? 0 : came * (1 - came / cases)
  return {
    minutes,
    cases,
    came,
    all: contingency(sums.warned, sums.warnedCame, came),
    onset: { cases: onset, came: onsetCame, ...contingency(sums.onsetWarned, sums.onsetWarnedCame, onsetCame) },
    persistence: contingency(persisted, persistedCame, came),
    brier: ratio(squares, cases),
    skillOverPersistence: skill(squares, ofPersistence),
    skillOverClimatology: skill(squares, ofClimatology),
    lead: { firsts, warned: firstsWarned, meanMin: ratio(leadS / 60, firstsWarned) },
    reliability: sums.binCases.map((inBin, i) => ({
      cases: inBin,
      told: ratio(sums.binTold[i]! / PARTS, inBin),
      came: ratio(sums.binCame[i]!, inBin),
    })),
  }
}

function contingency(
  warned: number,
  hits: number,
  came: number,
): { pod: number | null; far: number | null; csi: number | null } {
  const { pod, far, csi } = new Contingency({ hits, misses: came - hits, falseAlarms: warned - hits })
  const known = (score: number) => (Number.isNaN(score) ? null : rounded(score))
  return { pod: known(pod), far: known(far), csi: known(csi) }
}

function skill(squares: number, ofReference: number): number | null {
  return ofReference === 0 ? null : rounded(1 - squares / ofReference)
}
