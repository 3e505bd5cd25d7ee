import type { Logger } from 'pino'
import { fitOwnCalibration } from '../../core/nowcast/own-calibration.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { isGap } from '../../core/time/gaps.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { RingStrikes } from '../../core/verification/ring-strikes.ts'
import {
  type ArchivedForecast,
  type HourScores,
  SCORED_AFTER_MS,
  scoreHour,
} from '../../core/verification/score-hour.ts'
import { type AllSums, type DaySums, noSums, sumOf } from '../../core/verification/score-sums.ts'
import type { WorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import type { Look, NowcastService } from '../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import { archivedForecastOf, packForecast, unpackForecast } from './forecast-archive.ts'
import { visitStrikes } from './kept-strikes.ts'

export type Verifier = ReturnType<typeof startVerifier>

export interface VerifierDeps {
  nowcast: Pick<NowcastService, 'onLook' | 'calibrate'>
  history: Pick<History, 'scores' | 'strikes' | 'missing' | 'horizonMs'>
  places: Pick<GuardedPlaces, 'list'>
  source: Pick<Source, 'nowMs' | 'replay'>
  turns: WorkScheduler
  clock: Clock
  log: Logger
  /** Retention of sums, days. */
  keepDays: number
  /** Location accuracy of strikes; a strike that may lie inside a ring counts as inside. Null if unknown. */
  locationErrorKm?: number | null
}

/** Late strikes of an hour are awaited for this time. */
const SETTLED_AFTER_MS = 15 * MINUTE_MS
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** Maximum days for a calibration. */
const LEARNED_FROM_DAYS = 365
const HOUR_MIN = HOUR_MS / MINUTE_MS
const DAY_MIN = DAY_MS / MINUTE_MS
const ALL = ''
const ASKER = 'verification'

/**
 * Archives the forecast of each minute, compares it with the strikes hour by hour outside the live path, and calibrates
 * the nowcast once a day from completed days only.
 */
export function startVerifier(deps: VerifierDeps) {
  const { nowcast, history, source, clock, log, keepDays } = deps
  const { scores } = history
  const nowMs = () => source.nowMs?.() ?? clock.now()
  let learnedDay = -1
  let isClosed = false
  let said: Promise<void> = Promise.resolve()
  let work: Promise<void> = Promise.resolve()

  const allSums = async () => readSums<AllSums>(await scores.ofPlace(ALL))

  async function keepSaid(look: Look): Promise<void> {
    const minute = Math.floor(look.outlook.atMs / MINUTE_MS)
    await scores.say(minute, packForecast(archivedForecastOf(look)))
    if ((await scores.verifiedTo()) !== null) return
    const hour = Math.floor(minute / HOUR_MIN) * HOUR_MIN
    await scores.keep(Math.floor(hour / DAY_MIN), new Map(), hour)
  }

  async function catchUp(): Promise<void> {
    for (let minute = await scores.verifiedTo(); minute !== null && !isClosed; minute += HOUR_MIN) {
      learn(minute, learnedDay === Math.floor(minute / DAY_MIN) ? null : await allSums())
      const fromMs = minute * MINUTE_MS
      if (fromMs + HOUR_MS + SCORED_AFTER_MS + SETTLED_AFTER_MS > nowMs()) break
      if (!(await verify(minute))) break
    }
    await scores.forget({
      minute: Math.floor((await history.horizonMs()) / MINUTE_MS),
      day: Math.floor(nowMs() / DAY_MS) - keepDays,
    })
  }

  /** Calibrates from all days before the day of this minute. */
  function learn(minute: number, sums: ReadonlyMap<number, AllSums> | null): void {
    if (!sums) return
    learnedDay = Math.floor(minute / DAY_MIN)
    const before = [...sums].filter(([day]) => day < learnedDay && day >= learnedDay - LEARNED_FROM_DAYS)
    if (before.length === 0) return
    const { evidence } = before.map(([, each]) => each).reduce(sumOf)
    const period = { sinceMs: before[0]![0] * DAY_MS, untilMs: learnedDay * DAY_MS }
    nowcast.calibrate(fitOwnCalibration(evidence, period))
  }

  /** Scores the hour that begins at a minute; false if the result could not be stored. */
  async function verify(minute: number): Promise<boolean> {
    const { all, places } = await scoreKept(deps, minute)
    const day = Math.floor(minute / DAY_MIN)
    const known = await scores.ofDay(day)
    const changed = new Map<string, string>()
    for (const [place, sums] of [[ALL, all] as const, ...places]) {
      const before = known.get(place)
      changed.set(place, JSON.stringify(before ? sumOf<DaySums>(JSON.parse(before) as DaySums, sums) : sums))
    }
    return scores.keep(day, changed, minute + HOUR_MIN)
  }

  const failed = (error: unknown) => {
    if (!isClosed) log.error({ error: messageOf(error) }, 'forecast verification failed')
  }

  // Replays are not archived: they would distort the scores.
  const hear = (look: Look) => {
    if (!source.replay) said = said.then(() => keepSaid(look)).catch(failed)
  }
  /** Serialized; a failure does not stop the next run. */
  const enqueue = () => {
    work = Promise.all([work, said]).then(catchUp).catch(failed)
  }
  const stops = [nowcast.onLook(hear), clock.every(LOOK_EVERY_MS, enqueue)]
  enqueue()

  return {
    /** Sums of all places together. */
    allSums,
    /** Sums of a place by day since 1970. */
    sumsOf: async (place: string): Promise<Map<number, DaySums>> => readSums(await scores.ofPlace(place)),
    /** End of the verified period, Unix ms; null before the first. */
    async verifiedToMs(): Promise<number | null> {
      const minute = await scores.verifiedTo()
      return minute === null ? null : minute * MINUTE_MS
    },
    /** Resolves once all due hours are verified. */
    idle: (): Promise<void> => work,
    close(): void {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

/** Compares the archived forecasts of an hour with the stored strikes. */
async function scoreKept(deps: VerifierDeps, minute: number): Promise<HourScores> {
  const { history, places, turns, log } = deps
  const fromMs = minute * MINUTE_MS
  const before = await history.scores.said(minute - HOUR_MIN, minute)
  const within = await history.scores.said(minute, minute + HOUR_MIN)
  const strikes = new RingStrikes(places.list(), deps.locationErrorKm ?? 0)
  const period = { fromMs: fromMs - HOUR_MS, toMs: fromMs + HOUR_MS + SCORED_AFTER_MS }
  if (within.length > 0) {
    await visitStrikes(history, period, { turns, asker: ASKER }, (timeMs, lat, lon) => strikes.add(timeMs, lat, lon))
  }
  const missing = await history.missing('lightning', period.fromMs, period.toMs)
  const gaps = missing.filter(isGap)
  const looks = readLooks([...before, ...within], log)
  const steps = scoreHour({ fromMs, looks, strikes, missing: gaps })
  for (;;) {
    const step = await turns.take(ASKER, async () => steps.next())
    if (step.done) return step.value
  }
}

/** Stored sums; those of all places together are complete on every day. */
function readSums<Sums extends DaySums>(texts: ReadonlyMap<number, string>): Map<number, Sums> {
  return new Map([...texts].map(([day, text]) => [day, { ...noSums(), ...(JSON.parse(text) as Sums) }]))
}

/** Decompressed one at a time: those of an outbreak are gigabytes in total. */
function* readLooks(bodies: readonly Uint8Array[], log: Logger): Generator<ArchivedForecast> {
  for (const body of bodies) {
    try {
      yield unpackForecast(body)
    } catch {
      log.warn('archived forecast minute unreadable, excluded from scores')
    }
  }
}
