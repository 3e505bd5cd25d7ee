import { ARRIVAL_TOLD_FROM, HORIZONS_MIN } from '../../src/contract/nowcast.ts'
import {
  type Distribution,
  distributionOf,
  type FirstStrikeModel,
  quantileMin,
} from '../../src/core/nowcast/first-strike.ts'
import { Contingency, RELIABILITY_BINS } from '../../src/core/verification/contingency.ts'
import { FIT_RINGS_KM, type FitCases, JUDGED_RING, valuesOf } from './fit-cases.ts'

/** The horizon that is judged, and its place among the horizons. */
const MINUTES = 30
const H = HORIZONS_MIN.indexOf(MINUTES)
const HOUR = HORIZONS_MIN.length - 1
/** Lead time classes of arrivals, and all arrivals together. */
const LEADS_MIN = [20, 40, 60]
/** Probabilities from which a warning might be issued. */
const THRESHOLDS = Array.from({ length: 31 }, (_, i) => 0.1 + i / 100)

/** How good forecasts of an event were that was left out of the fit. */
export interface EventScores {
  event: string
  /** Onset cases that were struck within 30 minutes. */
  struck: number
  /** CSI of the onset by threshold, and of the plain guesses. */
  csi: readonly number[]
  motion: number
  still: number
  /** Expected calibration error, and Brier skill over persistence, of all cases at 30 minutes. */
  calibrationError: number
  brierSkill: number
  /** By lead time: forecast arrivals that came within two hours, and the number between `earliest` and `latest`. */
  arrivals: { came: number; within: number }[]
}

export function scoresOf(event: string, all: readonly FitCases[], model: FirstStrikeModel): EventScores {
  const csi = THRESHOLDS.map(() => new Contingency())
  const motion = new Contingency()
  const still = new Contingency()
  const bins = Array.from({ length: RELIABILITY_BINS }, () => ({ said: 0, happened: 0 }))
  const arrivals = LEADS_MIN.map(() => ({ came: 0, within: 0 }))
  let squares = 0
  let persistence = 0
  let count = 0
  let struck = 0
  for (const cases of all) {
    for (let i = 0; i < cases.count; i++) {
      const after = cases.struckAfterMin[JUDGED_RING]![i]!
      const isStruck = cases.isStruck[i] === 1
      const distribution = distributionOf(model.rings[0]!, valuesOf(cases, JUDGED_RING, i))
      if (!isStruck) addArrival(arrivals, distribution, after)
      if (cases.knownMin[i]! < MINUTES) continue
      const happened = after < MINUTES
      const chance = distribution[H]!
      if (!isStruck) {
        if (happened) struck++
        THRESHOLDS.forEach((from, t) => {
          csi[t]!.add(chance >= from, happened)
        })
        motion.add(cases.isPassed[i] === 1, happened)
        still.add(cases.isStill[i] === 1, happened)
      }
      count++
      squares += (chance - Number(happened)) ** 2
      persistence += (Number(isStruck) - Number(happened)) ** 2
      const bin = bins[Math.min(RELIABILITY_BINS - 1, Math.floor(chance * RELIABILITY_BINS))]!
      bin.said += chance
      bin.happened += Number(happened)
    }
  }
  return {
    event,
    struck,
    csi: csi.map((each) => each.csi),
    motion: motion.csi,
    still: still.csi,
    calibrationError: bins.reduce((sum, { said, happened }) => sum + Math.abs(said - happened), 0) / count,
    brierSkill: 1 - squares / persistence,
    arrivals,
  }
}

function addArrival(arrivals: EventScores['arrivals'], distribution: Distribution, after: number): void {
  if (distribution[HOUR]! < ARRIVAL_TOLD_FROM || after === Number.POSITIVE_INFINITY) return
  const lead = arrivals[LEADS_MIN.findIndex((end) => quantileMin(distribution, 0.5) <= end)]!
  lead.came++
  if (after >= quantileMin(distribution, 0.1) && after <= quantileMin(distribution, 0.9)) lead.within++
}

/** The threshold with the highest mean CSI of the onset over events. */
export function bestThreshold(events: readonly EventScores[]): number {
  const means = THRESHOLDS.map((_, t) => events.reduce((sum, { csi }) => sum + csi[t]!, 0))
  return means.indexOf(Math.max(...means))
}

/** The scores of each event by a fit without it, with the threshold chosen on the others. */
function rowsOf(events: readonly EventScores[]) {
  return events.map((scores) => {
    const { csi, motion, still, arrivals } = scores
    const own = csi[bestThreshold(events.filter((other) => other !== scores))]!
    const gain = own - Math.max(motion, still)
    return { ...scores, own, gain, came: sumOf(arrivals, 'came'), within: sumOf(arrivals, 'within') }
  })
}

/** The scores that ship with the model: of each event by a fit without it, the threshold chosen on the others. */
export function shippedScores(events: readonly EventScores[]) {
  const percent = (within: number, came: number) => Math.round((100 * within) / came)
  return {
    ringKm: FIT_RINGS_KM[JUDGED_RING]!,
    minutes: MINUTES,
    arrivals: LEADS_MIN.map((leadMin, i) => {
      const each = events.map(({ arrivals }) => arrivals[i]!)
      const cases = sumOf(each, 'came')
      return { leadMin, cases, withinPercent: percent(sumOf(each, 'within'), cases) }
    }),
    events: rowsOf(events).map((row) => ({
      event: row.event,
      onsets: row.struck,
      csi: rounded(row.own, 2),
      motionCsi: rounded(row.motion, 2),
      haloCsi: rounded(row.still, 2),
      gain: rounded(row.gain, 3),
      calibrationError: rounded(row.calibrationError, 3),
      brierSkill: rounded(row.brierSkill, 2),
      arrivals: row.came,
      withinPercent: percent(row.within, row.came),
    })),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** The table by event; the threshold of each is chosen on the others. */
export function tableOf(events: readonly EventScores[]): string {
  const two = (value: number) => value.toFixed(2)
  const share = (within: number, came: number) =>
    came === 0 ? '–' : `${Math.round((100 * within) / came)} % of ${came}`
  const rows = rowsOf(events)
  const mean = (key: 'own' | 'motion' | 'still' | 'gain' | 'calibrationError' | 'brierSkill') =>
    rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  const lines = rows.map(
    (row) =>
      `| ${row.event} | ${row.struck} | ${two(row.own)} | ${two(row.motion)} | ${two(row.still)} | ${row.gain.toFixed(3)} | ${row.calibrationError.toFixed(3)} | ${two(row.brierSkill)} | ${share(row.within, row.came)} |`,
  )
  const leads = LEADS_MIN.map((end, i) => {
    const each = events.map(({ arrivals }) => arrivals[i]!)
    return `${end - 20} to ${end} min: ${share(sumOf(each, 'within'), sumOf(each, 'came'))}`
  })
  return [
    '| event | onsets | CSI | motion | still halo | gain | calibration error | Brier skill | arrivals within 10–90 % |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    `| **mean** | | ${two(mean('own'))} | ${two(mean('motion'))} | ${two(mean('still'))} | ${mean('gain').toFixed(3)} | ${mean('calibrationError').toFixed(3)} | ${two(mean('brierSkill'))} | |`,
    '',
    `Arrivals within their 10–90 % by lead time: ${leads.join(', ')}`,
    `Threshold with the highest mean CSI of the onset: ${THRESHOLDS[bestThreshold(events)]!.toFixed(2)}`,
    '',
  ].join('\n')
}

function sumOf<Key extends string>(each: readonly Record<Key, number>[], key: Key): number {
  return each.reduce((sum, one) => sum + one[key], 0)
}
