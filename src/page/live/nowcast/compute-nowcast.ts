import type { Airport } from '../../../core/airports/airport.ts'
import { RINGS_DEFAULT_KM } from '../../../core/airports/rings.ts'
import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { BINS_KEPT_MIN } from '../../../core/nowcast/strike-bins.ts'
import { STORM_PERIOD_MS } from '../../../core/storms/storm-cells.ts'
import type { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { totalMs } from '../../../core/time/spans.ts'
import { usePlaces } from '../places/place-store.ts'
import type { ReportStore } from '../reports/report-store.ts'
import type { HeldStrikes } from '../strikes/held-strikes.ts'
import { NUMBERS_A_STRIKE, type SentPlace, WARM_UP_MIN, WARM_UP_STEP_MIN } from './estimation.ts'
import { type EstimatorPort, openLocalPort, type PortEnds, WORK_AT_ONCE_MS } from './estimator-port.ts'

/** Strikes per message. */
const STRIKES_AT_ONCE = 5_000
/** A nowcast needs the strikes of this period before it. */
export const NEEDED_MIN = BINS_KEPT_MIN + WARM_UP_MIN
const NEEDED_MS = NEEDED_MIN * MINUTE_MS
/** Including the strikes of the first warm-up step. */
const NEEDED_PERIODS = (WARM_UP_MIN * MINUTE_MS) / STORM_PERIOD_MS + 3
/** The estimator can advance by at most one warm-up step. */
const GOES_ON_MS = WARM_UP_STEP_MIN * MINUTE_MS
/** If more than this share of the strikes arrived after their nowcast, the estimator restarts. */
const LATE_SHARE_MAX = 0.02

interface LastNowcast {
  columns: StrikeColumns
  atMs: number
  /** Sequence number of the next strike then. */
  end: number
  /** Strikes that were sent for it. */
  strikes: number
  observed: readonly number[]
  guarded: readonly SentPlace[]
}

/**
 * Computes the nowcast from the page's data outside the drawing thread. Normally only new strikes are sent; after a
 * time jump, or with much late data, it restarts.
 */
export function createEstimator(deps: {
  clock: Pick<Clock, 'after' | 'monotonicMs'>
  reports: Pick<ReportStore, 'airports'>
  /** Location error, km; 0 if unknown. */
  errorKm: number
  told(now: NowcastView): void
  /** Opens the worker; by default runs in this thread. */
  openPort?(ends: PortEnds): EstimatorPort
}) {
  const { clock, reports, errorKm } = deps
  const guardedOf = createGuarded()
  let port: EstimatorPort | null = null
  let sending: Iterator<undefined> | null = null
  let asked: { held: HeldStrikes; atMs: number } | null = null
  let cancel = () => {}
  let last: LastNowcast | null = null

  const ends = {
    clock,
    answered(told: NowcastView) {
      asked = null
      deps.told(told)
    },
    /** Workers unsupported, or blocked by a policy: computes in this thread, from the start. */
    failed() {
      const again = asked
      stop()
      port = openLocalPort(ends)
      if (again) begin(again.held, again.atMs)
    },
  }

  function stop(): void {
    cancel()
    port?.close()
    port = null
    sending = null
    asked = null
    last = null
  }

  function goOn(): void {
    const sinceMs = clock.monotonicMs()
    while (sending && clock.monotonicMs() - sinceMs < WORK_AT_ONCE_MS) if (sending.next().done) sending = null
    if (sending) cancel = clock.after(WORK_AT_ONCE_MS, goOn)
  }

  function* send(
    to: EstimatorPort,
    held: HeldStrikes,
    atMs: number,
    observed: readonly number[],
  ): Generator<undefined> {
    const { columns } = held
    const guarded = guardedOf(reports.airports())
    if (last?.guarded !== guarded) to.send({ kind: 'places', places: guarded, errorKm })
    const before = last && goesOn(last, columns, atMs) ? last : null
    if (!before) to.send({ kind: 'anew' })
    const { end } = columns
    let strikes = before?.strikes ?? 0
    const sinceMs = before?.atMs ?? atMs - NEEDED_MS
    const first = Math.min(columns.firstSince(sinceMs), Math.max(columns.first, before?.end ?? end))
    for (let from = first; from < end; from += STRIKES_AT_ONCE) {
      const numbers = numbersOf(columns, from, Math.min(end, from + STRIKES_AT_ONCE), (sequence, timeMs) => {
        return timeMs < atMs && (timeMs >= sinceMs || (before !== null && sequence >= before.end))
      })
      strikes += numbers.length / NUMBERS_A_STRIKE
      if (numbers.length > 0) to.send({ kind: 'strikes', numbers })
      yield
    }
    last = { columns, atMs, end, strikes, observed, guarded }
    to.send({ kind: 'compute', atMs, observed, warmUp: !before })
  }

  /** Begins the computation for a moment; false if its data are not loaded yet. */
  function begin(held: HeldStrikes, atMs: number): boolean {
    if (asked) return false
    // Pending data will be complete at the next try; unavailable data will not.
    if (held.trouble === null && held.pending(atMs - NEEDED_MS, atMs).length > 0) return false
    const observed = observedOf(held, atMs)
    if (last && isUnchanged(last, held.columns, atMs, observed, guardedOf(reports.airports()))) return true
    port ??= (deps.openPort ?? openLocalPort)(ends)
    asked = { held, atMs }
    sending = send(port, held, atMs, observed)
    cancel = clock.after(0, goOn)
    return true
  }

  return { begin, stop }
}

/** Whether the estimator can advance to a later moment. */
function goesOn(last: LastNowcast, columns: StrikeColumns, atMs: number): boolean {
  if (last.columns !== columns || atMs < last.atMs || atMs - last.atMs > GOES_ON_MS) return false
  return lateStrikes(last, columns, last.atMs) <= LATE_SHARE_MAX * last.strikes
}

/** Whether the relevant input is unchanged since the last nowcast. */
function isUnchanged(
  last: LastNowcast,
  columns: StrikeColumns,
  atMs: number,
  observed: readonly number[],
  guarded: readonly SentPlace[],
): boolean {
  if (last.columns !== columns || last.atMs !== atMs || last.guarded !== guarded) return false
  return observed.every((share, i) => share === last.observed[i]) && lateStrikes(last, columns, atMs) === 0
}

/** Number of relevant strikes that arrived since. */
function lateStrikes(last: LastNowcast, columns: StrikeColumns, beforeMs: number): number {
  let late = 0
  columns.visit(Math.max(columns.first, last.end), columns.end, (_, timeMs) => {
    if (timeMs < beforeMs && timeMs >= last.atMs - NEEDED_MS) late++
  })
  return late
}

/** The strikes between two sequence numbers that are wanted, as they are sent. */
function numbersOf(
  columns: StrikeColumns,
  first: number,
  end: number,
  isWanted: (sequence: number, timeMs: number) => boolean,
): Float64Array {
  const numbers = new Float64Array((end - first) * NUMBERS_A_STRIKE)
  let length = 0
  columns.visit(first, end, (sequence, timeMs, lat, lon, _, polarity) => {
    if (!isWanted(sequence, timeMs)) return
    numbers[length] = timeMs
    numbers[length + 1] = lat
    numbers[length + 2] = lon
    numbers[length + 3] = polarity
    length += NUMBERS_A_STRIKE
  })
  return length === numbers.length ? numbers : numbers.slice(0, length)
}

/** The observed share of each five minutes before a moment that is needed for it, the latest first. */
function observedOf(held: HeldStrikes, atMs: number): number[] {
  return Array.from({ length: NEEDED_PERIODS }, (_, period) => {
    const toMs = atMs - period * STORM_PERIOD_MS
    const fromMs = toMs - STORM_PERIOD_MS
    const missing = [...held.pending(fromMs, toMs), ...held.notObserved(fromMs, toMs)]
    return 1 - totalMs(missing) / STORM_PERIOD_MS
  })
}

/**
 * All places that a server guards: the airports with the rings that it has for them, and the others with their own. The same list
 * until there are others.
 */
function createGuarded() {
  let made: { places: unknown; airports: unknown; list: readonly SentPlace[] } | null = null
  return (airports: readonly Airport[]): readonly SentPlace[] => {
    const { places, guarded } = usePlaces.getState()
    if (made?.places !== places || made.airports !== airports) {
      const list: SentPlace[] = [
        ...places.map(({ id, geometry, ringsKm }) => ({ id, geometry, ringsKm })),
        ...airports.map(({ icao, lon, lat }): SentPlace => {
          const ringsKm = guarded.get(icao)?.ringsKm ?? RINGS_DEFAULT_KM
          return { id: icao, geometry: { type: 'Point', coordinates: [lon, lat] }, ringsKm }
        }),
      ]
      made = { places, airports, list }
    }
    return made.list
  }
}
