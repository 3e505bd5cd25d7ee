import type { Logger } from 'pino'
import recorded from '../../../data/another-strike.json' with { type: 'json' }
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import type { AlarmSheet } from '../../contract/verification/alarm-sheet.ts'
import type { AnotherStrike } from '../../contract/verification/another-strike.ts'
import {
  SEASONS,
  type Season,
  type Verification as ServedVerification,
} from '../../contract/verification/verification.ts'
import { ringReach } from '../../core/airports/location-error.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { isoOf } from '../../core/time/iso.ts'
import type { Span } from '../../core/time/spans.ts'
import { type AlarmRule, alarmSheet } from '../../core/verification/alarm-sheet.ts'
import { chanceRingKm } from '../../core/verification/forecast-chances.ts'
import { AGAIN_WITHIN_MIN, afterQuietOf, noQuietCounts } from '../../core/verification/quiet-after.ts'
import { type AllSums, type DaySums, noSums, sumOf } from '../../core/verification/score-sums.ts'
import { leftOutOf, scoresOf, seasonOf } from '../../core/verification/scores.ts'
import { BACKGROUND_REST_FACTOR, createWorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import type { NowcastService } from '../nowcast/nowcast-service.ts'
import { servedCalibration } from '../nowcast/served-nowcast.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import { createForecastsAround } from './forecasts-around.ts'
import { createStrikesAround } from './kept-strikes.ts'
import { startVerifier, type Verifier } from './verifier.ts'

/** Minimum cases of the shortest wait for using a place's own history, or the server's instead of recorded storms. */
const ENOUGH_OF_PLACE = 100

const ENOUGH_OF_SERVER = 500
const ASKED_AFTER_MIN = 15
type Told = Pick<AnotherStrike, 'basis' | 'withinMin' | 'after'>

/** The level to evaluate, and the ring to warn of. */
export type RequestedRule = Omit<AlarmRule, 'chanceKm'>

/** Verification of this server's forecasts, and hypothetical results of alarm rules. */
export interface Verification {
  scoreboard(place: string | null, season: Season | null): Promise<ServedVerification>
  /** Null if no monitored place has this id. `asker` is the caller for fair scheduling. */
  sheet(placeId: string, rule: RequestedRule, period: Partial<Span>, asker: string): Promise<AlarmSheet | null>
  /** Probability of another strike in a ring after minutes without one; null if no monitored place has this id. */
  anotherStrike(placeId: string, ringKm: number): Promise<AnotherStrike | null>
  /** Resolves once all due hours are verified. */
  idle(): Promise<void>
  close(): void
}

export interface VerificationDeps {
  nowcast: NowcastService
  history: Pick<History, 'scores' | 'strikes' | 'missing' | 'horizonMs'>
  places: Pick<GuardedPlaces, 'list'>
  source: Pick<Source, 'nowMs' | 'replay' | 'simulated'>
  clock: Clock
  log: Logger
  /** Retention of scores, days. */
  keepDays: number
  /** Location accuracy of strikes; a strike that may lie inside a ring counts as inside. Null if unknown. */
  locationErrorKm?: number | null
}

/** Open it before the first nowcast. */
export function openVerification(deps: VerificationDeps): Verification {
  const { nowcast, history, places, source, clock } = deps
  const turns = createWorkScheduler(clock)
  const background = createWorkScheduler(clock, BACKGROUND_REST_FACTOR)
  const verifier = startVerifier({ ...deps, turns: background })
  const strikesAround = createStrikesAround(history, turns)
  const forecastsAround = createForecastsAround(history, turns)
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const perhapsKm = (km: number) => ringReach(km, deps.locationErrorKm ?? 0).perhapsKm

  return {
    async scoreboard(place, season) {
      const isOfSeason = (day: number) => season === null || seasonOf(day) === season
      const all = await verifier.allSums()
      const ofAll = [...all].filter(([day]) => isOfSeason(day))
      const ofPlace = place === null ? ofAll : [...(await verifier.sumsOf(place))].filter(([day]) => isOfSeason(day))
      const sums: DaySums = { rings: ofPlace.map(([, { rings }]) => rings).reduce(sumOf, {}) }
      const toMs = await verifier.verifiedToMs()
      const days = ofAll.map(([day]) => day)
      return {
        state: toMs === null || days.length === 0 ? 'waiting' : 'known',
        simulated: source.simulated,
        from: days.length === 0 ? null : isoOf(days[0]! * DAY_MS),
        to: toMs === null || days.length === 0 ? null : isoOf(Math.min(toMs, (days.at(-1)! + 1) * DAY_MS)),
        calibration: servedCalibration(nowcast.calibration),
        seasons: SEASONS.filter((each) => [...all.keys()].some((day) => seasonOf(day) === each)),
        place,
        season,
        rings: scoresOf(sums),
        leftOut: leftOutOf(ofAll.map(([, each]) => each).reduce<AllSums>(sumOf, noSums())),
      }
    },
    async sheet(placeId, asked, period, asker) {
      const place = places.list().find(({ id }) => id === placeId)
      if (!place) return null
      const { ringKm, level } = asked
      const wantedKm = level.chance ? (level.chance.km ?? level.km ?? ringKm) : null
      const chanceKm = wantedKm === null ? null : chanceRingKm(place.ringsKm, wantedKm)
      const toMs = Math.min(period.toMs ?? nowMs(), nowMs())
      const fromMs = Math.max(period.fromMs ?? 0, await history.horizonMs())
      const span = { fromMs: Math.floor(fromMs), toMs: Math.max(Math.floor(fromMs), Math.floor(toMs)) }
      const strikes = await strikesAround(place, perhapsKm(Math.max(ringKm, level.km ?? 0)), span, asker)
      const told = chanceKm === null ? [] : await forecastsAround(placeId, span, asker)
      const missing = await history.missing('lightning', span.fromMs, span.toMs)
      const past = { missing, told, errorKm: deps.locationErrorKm ?? 0 }
      return {
        place: placeId,
        simulated: source.simulated,
        rule: ruleText({ ...asked, chanceKm }),
        from: isoOf(span.fromMs),
        to: isoOf(span.toMs),
        ...alarmSheet({ ...asked, chanceKm }, strikes, span, past),
      }
    },
    async anotherStrike(placeId, ringKm) {
      if (!places.list().some(({ id }) => id === placeId)) return null
      return {
        place: placeId,
        ringKm,
        simulated: source.simulated,
        ...(await anotherStrike(verifier, placeId, ringKm)),
      }
    },
    idle: verifier.idle,
    close() {
      verifier.close()
      turns.close()
      background.close()
    },
  }
}

function ruleText({ ringKm, level, chanceKm }: AlarmRule): AlarmSheet['rule'] {
  const { km, strikes, withinMin, holdMin, chance } = level
  return {
    ringKm,
    alarmKm: km ?? null,
    strikes,
    withinMin,
    holdMin,
    chance:
      chance && chanceKm !== null ? { percent: chance.percent, minutes: chance.withinMin, ringKm: chanceKm } : null,
  }
}

/** Empty response with direct delivery, where no forecasts are made. */
export function noVerification(place: string | null, season: Season | null, simulated: boolean): ServedVerification {
  return {
    state: 'no-strikes',
    simulated,
    from: null,
    to: null,
    calibration: { kind: 'recorded' },
    seasons: [],
    place,
    season,
    rings: [],
    leftOut: {
      minutes: 0,
      notReckoned: 0,
      unknown: 0,
      unverified: HORIZONS_MIN.map((minutes) => ({ minutes, left: 0 })),
    },
  }
}

/**
 * The probability of another strike in a ring: from the place's history if it is sufficient, else from all places, else
 * from the shipped statistics.
 */
async function anotherStrike(
  verifier: Pick<Verifier, 'sumsOf' | 'allSums' | 'verifiedToMs'>,
  place: string,
  ringKm: number,
): Promise<Told> {
  const toMs = await verifier.verifiedToMs()
  const histories = [
    { kind: 'place', read: () => verifier.sumsOf(place), enough: ENOUGH_OF_PLACE },
    { kind: 'server', read: () => verifier.allSums(), enough: ENOUGH_OF_SERVER },
  ] as const
  for (const { kind, read, enough } of histories) {
    const days = await read()
    const [first] = days.keys()
    const after = afterQuietOf(countsOf(days, ringKm))
    const isEnough = after.some(({ afterMin, cases }) => afterMin === ASKED_AFTER_MIN && cases >= enough)
    if (!isEnough || first === undefined || toMs === null) continue
    const basis = { kind, from: new Date(first * DAY_MS).toISOString(), to: new Date(toMs).toISOString() }
    return { basis, withinMin: AGAIN_WITHIN_MIN, after }
  }
  const off = (km: number) => Math.abs(Math.log(km / ringKm))
  const nearest = recorded.rings.reduce((best, ring) => (off(ring.ringKm) < off(best.ringKm) ? ring : best))
  return {
    basis: { kind: 'recorded', ringKm: nearest.ringKm },
    withinMin: AGAIN_WITHIN_MIN,
    after: afterQuietOf(nearest.again),
  }
}

function countsOf(days: ReadonlyMap<number, DaySums>, ringKm: number): number[] {
  return [...days.values()].map(({ rings }) => rings[ringKm]?.again ?? noQuietCounts()).reduce(sumOf, noQuietCounts())
}
