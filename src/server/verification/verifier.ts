import type { Logger } from 'pino'
import { BREAK_MIN_MS } from '../../core/airports/hold-time.ts'
import { fitOwnCalibration } from '../../core/nowcast/own-calibration.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { RingStrikes } from '../../core/verification/ring-strikes.ts'
import { type HourScores, type SaidLook, SCORED_AFTER_MS, scoreHour } from '../../core/verification/score-hour.ts'
import { type AllSums, type DaySums, noSums, sumOf } from '../../core/verification/score-sums.ts'
import type { WorkTurns } from '../contract/history/work-turns.ts'
import type { History } from '../history/history.ts'
import type { Look, NowcastService } from '../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import { visitStrikes } from './kept-strikes.ts'
import { packLook, saidOf, unpackLook } from './said-looks.ts'

export interface Verifier {
  /** Of a place, by day counted since 1970. */
  sumsOf(place: string): Promise<Map<number, DaySums>>
  /** Of all places together. */
  allSums(): Promise<Map<number, AllSums>>
  /** Up to when everything is verified, Unix ms; null where nothing is. */
  verifiedToMs(): Promise<number | null>
  /** Resolves once what is due is verified. */
  idle(): Promise<void>
  close(): void
}

export interface VerifierDeps {
  nowcast: Pick<NowcastService, 'onLook' | 'calibrate'>
  history: Pick<History, 'scores' | 'strikes' | 'missing' | 'horizonMs'>
  places: Pick<GuardedPlaces, 'list'>
  source: Pick<Source, 'nowMs' | 'replay'>
  turns: WorkTurns
  clock: Clock
  log: Logger
  /** How long sums are kept. */
  keepDays: number
  /** How well strikes are located; what may lie in a ring counts as in it. Null where nobody says. */
  locationErrorKm?: number | null
}

/** Strikes of an hour may come late by so much. */
const SETTLED_AFTER_MS = 15 * MINUTE_MS
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** A calibration goes by so many days at most. */
const LEARNED_FROM_DAYS = 365
const HOUR_MIN = HOUR_MS / MINUTE_MS
const DAY_MIN = DAY_MS / MINUTE_MS
const ALL = ''
const ASKER = 'verification'

/**
 * Keeps what is told each minute, holds it against what came, an hour at a time and off the live path, and has the nowcast go
 * by what is learned of that, once a day and from the days before alone.
 */
export function startVerifier(deps: VerifierDeps): Verifier {
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
    await scores.say(minute, packLook(saidOf(look)))
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

  /** Goes by all days before the one in which a minute lies. */
  function learn(minute: number, sums: ReadonlyMap<number, AllSums> | null): void {
    if (!sums) return
    learnedDay = Math.floor(minute / DAY_MIN)
    const before = [...sums].filter(([day]) => day < learnedDay && day >= learnedDay - LEARNED_FROM_DAYS)
    if (before.length === 0) return
    const { evidence } = before.map(([, each]) => each).reduce(sumOf)
    const period = { sinceMs: before[0]![0] * DAY_MS, untilMs: learnedDay * DAY_MS }
    nowcast.calibrate(fitOwnCalibration(evidence, period))
  }

  /** Scores the hour that begins with a minute; false where that could not be kept now. */
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
    if (!isClosed)
      log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'forecast verification failed')
  }

  // What is replayed says nothing of how well storms are told of.
  const hear = (look: Look) => {
    if (!source.replay) said = said.then(() => keepSaid(look)).catch(failed)
  }
  /** One after the other; where one fails the next is tried all the same. */
  const enqueue = () => {
    work = Promise.all([work, said]).then(catchUp).catch(failed)
  }
  const stops = [nowcast.onLook(hear), clock.every(LOOK_EVERY_MS, enqueue)]
  enqueue()

  return {
    allSums,
    sumsOf: async (place) => readSums(await scores.ofPlace(place)),
    async verifiedToMs() {
      const minute = await scores.verifiedTo()
      return minute === null ? null : minute * MINUTE_MS
    },
    idle: () => work,
    close() {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

/** Holds what was kept of the hour that begins with a minute against the strikes that are kept. */
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
  const breaks = missing.filter((span) => span.toMs - span.fromMs >= BREAK_MIN_MS)
  const looks = readLooks([...before, ...within], log)
  const steps = scoreHour({ fromMs, looks, strikes, missing: breaks })
  for (;;) {
    const step = await turns.take(ASKER, async () => steps.next())
    if (step.done) return step.value
  }
}

/** Texts that we wrote ourselves; of all places together a day always has everything. */
function readSums<Sums extends DaySums>(texts: ReadonlyMap<number, string>): Map<number, Sums> {
  return new Map([...texts].map(([day, text]) => [day, { ...noSums(), ...(JSON.parse(text) as Sums) }]))
}

/** One at a time: unpacked, those of an outbreak are gigabytes in all. */
function* readLooks(bodies: readonly Uint8Array[], log: Logger): Generator<SaidLook> {
  for (const body of bodies) {
    try {
      yield unpackLook(body)
    } catch {
      log.warn('archived forecast minute unreadable, excluded from scores')
    }
  }
}
