import type { Logger } from 'pino'
import { type DaySums, foldDay, HOURS_A_DAY, type HourSums } from '../../core/accumulations/hour-sums.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { messageOf } from '../../core/util/message-of.ts'
import type { WorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import type { KeptSum } from '../history/sum-store.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import { aggregateHour, observedMsOf, type TakeTurn, visitReports } from './aggregate-hour.ts'
import { packJson, packSums, readSums } from './packed-sums.ts'

export interface HourlyAggregatorDeps {
  history: Pick<History, 'sums' | 'strikes' | 'reports' | 'missing' | 'horizonMs'>
  places: Pick<GuardedPlaces, 'list'>
  nowMs(): number
  turns: WorkScheduler
  clock: Clock
  log: Logger
  locationErrorKm?: number | null
  /** Delay of the first aggregation; none if absent. */
  beginAfterMs?: number
}

/** Minutes are sealed fifteen minutes after their end; an hour is aggregated once all its minutes are sealed. */
const SUMMED_AFTER_MS = 20 * MINUTE_MS
const LOOK_EVERY_MS = 5 * MINUTE_MS
/** Late reports are considered for this time. */
const REPORTS_AGAIN_MS = 3 * HOUR_MS
/** Retention of sums, days. */
export const SUMS_KEPT_DAYS = 3_660
const ASKER = 'accumulations'

/** Inputs of an hour's sums: if they grow, the hour is aggregated again. */
type SummedFrom = Pick<HourSums, 'strikes' | 'reports' | 'observedMs'>

const summedFrom = ({ strikes, reports, observedMs }: HourSums): SummedFrom => ({ strikes, reports, observedMs })

/**
 * Aggregates each completed hour, and its day with it, in one write. Idempotent: an hour is always computed from all
 * stored data and replaced when late strikes arrive, never incremented, so that nothing is counted twice after a crash
 * at any time.
 */
export function startHourlyAggregator(deps: HourlyAggregatorDeps) {
  const { history, clock, log, turns, nowMs } = deps
  const { sums } = history
  const take: TakeTurn = (piece) => turns.take(ASKER, piece)
  let isClosed = false
  let size = { sums: 0, bytes: 0 }
  let known: Map<number, SummedFrom> | null = null
  let work: Promise<void> = Promise.resolve()

  async function catchUp(): Promise<void> {
    const firstHour = Math.ceil((await history.horizonMs()) / HOUR_MS)
    const endHour = Math.floor((nowMs() - SUMMED_AFTER_MS) / HOUR_MS)
    const counts = await countsByHour(history, firstHour, endHour)
    known ??= await recall()
    for (const hour of known.keys()) if (hour < firstHour) known.delete(hour)
    for (let hour = firstHour; hour < endHour && !isClosed; hour++) {
      if (await isDue(hour, known.get(hour), counts.get(hour) ?? 0)) await sumUp(hour)
    }
    const today = Math.floor(nowMs() / DAY_MS)
    // A day with hours that may still change needs all its hours.
    await sums.forget('hour', Math.floor(firstHour / HOURS_A_DAY) * HOURS_A_DAY)
    for (const kind of ['day', 'place', 'reports'] as const) await sums.forget(kind, today - SUMS_KEPT_DAYS)
    size = await sums.size()
  }

  /** Inputs of each hour's sums from before a restart. */
  async function recall(): Promise<Map<number, SummedFrom>> {
    const found = new Map<number, SummedFrom>()
    for (const hour of await sums.times('hour', '')) {
      const body = (await sums.between('hour', '', hour, hour + 1)).get(hour)
      const read = await take(async () => body && readSums<HourSums>(body))
      if (read) found.set(hour, summedFrom(read))
    }
    return found
  }

  /** Whether an hour has more data than at its aggregation. Data lost since does not count. */
  async function isDue(hour: number, before: SummedFrom | undefined, strikes: number): Promise<boolean> {
    const fromMs = hour * HOUR_MS
    const missing = await history.missing('lightning', fromMs, fromMs + HOUR_MS)
    const observedMs = observedMsOf(missing, fromMs, fromMs + HOUR_MS)
    const countReports = () => visitReports(history, { fromMs, toMs: fromMs + HOUR_MS }, take, () => {})
    if (!before) return strikes > 0 || observedMs > 0 || (await countReports()) > 0
    if (strikes !== before.strikes) return strikes > before.strikes
    if (observedMs > before.observedMs) return true
    if (fromMs < nowMs() - REPORTS_AGAIN_MS) return false
    return (await countReports()) > before.reports
  }

  async function sumUp(hour: number): Promise<void> {
    const places = deps.places.list()
    const errorKm = deps.locationErrorKm ?? 0
    const fresh = await aggregateHour(history, hour * HOUR_MS, { places, errorKm }, take)
    const day = Math.floor(hour / HOURS_A_DAY)
    const hours = new Map<number, HourSums>()
    for (const [each, body] of await sums.between('hour', '', day * HOURS_A_DAY, (day + 1) * HOURS_A_DAY)) {
      const read = await take(async () => readSums<HourSums>(body))
      if (read) hours.set(each - day * HOURS_A_DAY, read)
    }
    hours.set(hour - day * HOURS_A_DAY, fresh)
    const kept = await take(async (): Promise<KeptSum[]> => {
      const folded = foldDay(hours)
      return [
        { kind: 'hour', id: '', at: hour, body: packSums(fresh) },
        { kind: 'day', id: '', at: day, body: packSums(folded.day satisfies DaySums) },
        { kind: 'reports', id: '', at: day, body: packJson(folded.checks) },
        ...[...folded.places].map(([id, body]): KeptSum => ({ kind: 'place', id, at: day, body: packJson(body) })),
      ]
    })
    const counted = await sums.at('since', 0)
    for (const { id } of places) {
      if (!counted.has(id)) kept.push({ kind: 'since', id, at: 0, body: packJson(hour) })
    }
    if (await sums.keep(kept)) known?.set(hour, summedFrom(fresh))
  }

  /** Serialized; a failure does not stop the next run. */
  const enqueue = () => {
    work = work.then(catchUp).catch((error: unknown) => {
      if (isClosed) return
      log.error({ error: messageOf(error) }, 'hourly aggregation failed')
    })
  }
  const stops = [clock.every(LOOK_EVERY_MS, enqueue)]
  if (deps.beginAfterMs) stops.push(clock.after(deps.beginAfterMs, enqueue))
  else enqueue()

  return {
    /** Number of stored sums and their bytes. */
    size: (): { sums: number; bytes: number } => size,
    /** Resolves once all due hours are aggregated. */
    idle: (): Promise<void> => work,
    close(): void {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

/** Strikes by hour since 1970. */
async function countsByHour(
  history: HourlyAggregatorDeps['history'],
  fromHour: number,
  toHour: number,
): Promise<Map<number, number>> {
  const byHour = new Map<number, number>()
  for (const [minute, count] of await history.strikes.counts(fromHour * HOUR_MS, toHour * HOUR_MS)) {
    const hour = Math.floor((minute * MINUTE_MS) / HOUR_MS)
    byHour.set(hour, (byHour.get(hour) ?? 0) + count)
  }
  return byHour
}
