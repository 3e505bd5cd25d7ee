import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import {
  type AccumulatedPlace,
  CELL_SIDES_DEG,
  type ReportChecks,
  type Accumulations as ServedAccumulations,
} from '../../contract/verification/accumulations.ts'
import { type AccumulationKind, CELLS_PER_DEG } from '../../core/accumulations/cell-sums.ts'
import { type DaySums, HOURS_A_DAY, type PlaceDay, THUNDER_HEARD_KM } from '../../core/accumulations/hour-sums.ts'
import { placeTable } from '../../core/accumulations/place-table.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { isoOf } from '../../core/time/iso.ts'
import type { Span } from '../../core/time/spans.ts'
import { BACKGROUND_REST_FACTOR, createWorkScheduler } from '../event-loop/work-scheduler.ts'
import type { History } from '../history/history.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import { startHourlyAggregator } from './hourly-aggregator.ts'
import { readJson, readSums } from './packed-sums.ts'
import { createRangeSums, type RangeSums } from './range-sums.ts'
import { readReportChecks } from './report-months.ts'

/** Accumulations: strokes and thunder hours by cell and by place, and reports compared with strokes. */
export interface Accumulations {
  /** `asker` identifies the caller for fair scheduling. */
  cells(wish: Partial<Span>, box: Box, kind: AccumulationKind, asker: string): Promise<ServedAccumulations>
  /** Null if no monitored place has this id. */
  place(id: string, asker: string): Promise<AccumulatedPlace | null>
  /** Compares thunder in reports with strokes, by months such as `2026-07`, for one airport or all. */
  reports(wish: { from?: string; to?: string; icao?: string }, asker: string): Promise<ReportChecks>
  size(): { sums: number; bytes: number }
  /** Resolves once all due hours are aggregated. */
  idle(): Promise<void>
  close(): void
}

export interface AccumulationsDeps {
  history: Pick<History, 'sums' | 'strikes' | 'reports' | 'missing' | 'horizonMs'>
  places: Pick<GuardedPlaces, 'list'>
  source: Pick<Source, 'nowMs' | 'simulated'>
  clock: Clock
  log: Logger
  /** Location accuracy of strikes; a strike that may have been near a place counts as near. Null if unknown. */
  locationErrorKm?: number | null
  /** Delay of the first aggregation; none if absent. */
  beginAfterMs?: number
}

/** Cache lifetime of a computed range. */
const RANGE_HELD_MS = MINUTE_MS
const TABLE_HELD_MS = 10 * MINUTE_MS
const RANGES_BYTES = 64 * 2 ** 20
const TABLES_HELD = 200
/** Overhead of a range besides its cells. */
const RANGE_BYTES = 1_000
/** Days read per turn. */
const DAYS_AT_ONCE = 16

/**
 * Maximum cells in a requested box: the smallest cell side within it is used. The world has 64,800 cells of one degree.
 */
export const CELLS_MAX = 65_000

export const WHOLE_WORLD: Box = { west: -180, south: -90, east: 180, north: 90 }

/** Caches responses for a while. */
function createHeldAnswers(clock: Pick<Clock, 'monotonicMs'>) {
  const tables = new LRUCache<string, { atMs: number; answer: Promise<unknown> }>({ max: TABLES_HELD })

  return <Answer>(key: string, make: () => Promise<Answer>): Promise<Answer> => {
    const known = tables.get(key)
    if (known && clock.monotonicMs() - known.atMs < TABLE_HELD_MS) return known.answer as Promise<Answer>
    const answer = make()
    tables.set(key, { atMs: clock.monotonicMs(), answer })
    answer.catch(() => tables.delete(key))
    return answer
  }
}

export function openAccumulations(deps: AccumulationsDeps): Accumulations {
  const { history, source, clock } = deps
  const { sums } = history
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const turns = createWorkScheduler(clock)
  const background = createWorkScheduler(clock, BACKGROUND_REST_FACTOR)
  const aggregator = startHourlyAggregator({ ...deps, nowMs, turns: background })
  const rangeSums = createRangeSums({ history, nowMs, clock })
  const ranges = new LRUCache<string, { atMs: number; range: RangeSums | null }>({
    maxSize: RANGES_BYTES,
    sizeCalculation: ({ range }) => RANGE_BYTES + (range?.cells.bytes ?? 0),
  })
  const told = createHeldAnswers(clock)
  /** Ranges are computed one after the other: each may hold a map of the world. */
  let computing: Promise<unknown> = Promise.resolve()

  function rangeOf(wish: Span, asker: string): Promise<RangeSums | null> {
    const key = `${Math.floor(wish.fromMs / MINUTE_MS)} ${Math.floor(wish.toMs / MINUTE_MS)}`
    const next = computing.then(async () => {
      const known = ranges.get(key)
      if (known && clock.monotonicMs() - known.atMs < RANGE_HELD_MS) return known.range
      const range = await rangeSums(wish, (piece) => turns.take(asker, piece))
      ranges.set(key, { atMs: clock.monotonicMs(), range })
      return range
    })
    computing = next.catch(() => {})
    return next
  }

  async function observedByDay(asker: string): Promise<Map<number, readonly number[]>> {
    const days = await sums.times('day', '')
    const observed = new Map<number, readonly number[]>()
    for (let i = 0; i < days.length; i += DAYS_AT_ONCE) {
      const some = days.slice(i, i + DAYS_AT_ONCE)
      await turns.take(asker, async () => {
        for (const [day, body] of await sums.between('day', '', some[0]!, some.at(-1)! + 1)) {
          const read = readSums<DaySums>(body)
          if (read) observed.set(day, read.observedMs)
        }
      })
    }
    return observed
  }

  async function placeOf(id: string, asker: string): Promise<AccumulatedPlace> {
    const body = (await sums.at('since', 0)).get(id)
    const sinceHour = body ? readJson<number>(body) : null
    const observed = await told('observed', () => observedByDay(asker))
    const kept = await sums.between('place', id, 0, Number.MAX_SAFE_INTEGER)
    const days = new Map([...kept].map(([day, each]) => [day, readJson<PlaceDay>(each) ?? []]))
    const lastHour = (await sums.times('hour', '')).at(-1) ?? null
    const last = [...observed.keys()].at(-1)
    const toHour = lastHour ?? (last === undefined ? null : (last + 1) * HOURS_A_DAY - 1)
    const isKnown = sinceHour !== null && toHour !== null
    return {
      state: isKnown ? 'known' : 'waiting',
      simulated: source.simulated,
      place: id,
      withinKm: THUNDER_HEARD_KM,
      from: isKnown ? isoOf(Math.max(sinceHour * HOUR_MS, firstDay(observed) * DAY_MS)) : null,
      to: isKnown ? isoOf((toHour + 1) * HOUR_MS) : null,
      months: isKnown ? placeTable(sinceHour, observed, days) : [],
    }
  }

  return {
    async cells(wish, box, kind, asker) {
      const untilMs = nowMs()
      const toMs = Math.min(wish.toMs ?? untilMs, untilMs)
      const range = await rangeOf({ fromMs: wish.fromMs ?? 0, toMs }, asker)
      const cellDeg = sideFor(box)
      const common = { simulated: source.simulated, kind, cellDeg }
      if (!range) return { ...common, state: 'waiting', from: null, to: null, minutes: 0, notObservedMin: 0, cells: [] }
      const lengthMs = range.toMs - range.fromMs
      const side = Math.round(cellDeg * CELLS_PER_DEG)
      const cells = await turns.take(asker, async () => range.cells.within(box, kind, side))
      return {
        ...common,
        state: 'known',
        from: isoOf(range.fromMs),
        to: isoOf(range.toMs),
        minutes: Math.round(lengthMs / MINUTE_MS),
        notObservedMin: Math.max(0, Math.round((lengthMs - range.observedMs) / MINUTE_MS)),
        cells: cells as [number, number, number][],
      }
    },
    async place(id, asker) {
      if (!deps.places.list().some((place) => place.id === id)) return null
      return told(`place ${id}`, () => placeOf(id, asker))
    },
    reports({ from = '', to = '', icao = '' }, asker) {
      return told(`reports ${from} ${to} ${icao}`, () =>
        readReportChecks({ sums, wish: { from, to, icao }, simulated: source.simulated }, (piece) =>
          turns.take(asker, piece),
        ),
      )
    },
    size: aggregator.size,
    idle: aggregator.idle,
    close() {
      aggregator.close()
      turns.close()
      background.close()
    },
  }
}

/** Cell side for a box, degrees. */
export function sideFor({ west, south, east, north }: Box): number {
  const width = east > west ? east - west : east - west + 360
  const fits = (side: number) => Math.ceil(width / side) * Math.ceil((north - south) / side) <= CELLS_MAX
  return CELL_SIDES_DEG.find(fits) ?? CELL_SIDES_DEG.at(-1)!
}

function firstDay(observed: ReadonlyMap<number, unknown>): number {
  const [first = 0] = observed.keys()
  return first
}
