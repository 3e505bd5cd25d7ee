import { LRUCache } from 'lru-cache'
import { CellSums, cellKey, columnsOf } from '../../core/accumulations/cell-sums.ts'
import { type DaySums, HOURS_A_DAY, type HourSums } from '../../core/accumulations/hour-sums.ts'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import type { Span } from '../../core/time/spans.ts'
import type { History } from '../history/history.ts'
import { observedMsOf } from './aggregate-hour.ts'
import { visitStrokes } from './kept-strokes.ts'
import { readSums } from './packed-sums.ts'

/** Some hours of the busiest days. */
const HELD_BYTES = 16 * 2 ** 20

const CELL_BYTES = 16
const ENTRY_BYTES = 200

/** Refresh interval of a minute that is not sealed. */
const AGAIN_AFTER_MS = 50_000

interface Held {
  cells: { keys: number[]; counts: number[] }
  /** Time of reading; null once sealed. */
  readMs: number | null
}

export interface RangeSums extends Span {
  cells: CellSums
  observedMs: number
}

/** Runs a piece of work in its turn. */
export type TakeTurn = <T>(piece: () => Promise<T>) => Promise<T>

/**
 * Computes accumulations of any period: whole days and hours from their sums, the rest and hours not yet aggregated
 * from stored strikes. Each hour is computed in exactly one of these ways, so that it counts once among thunder hours.
 */
export function createRangeSums(deps: {
  history: Pick<History, 'sums' | 'strikes' | 'missing' | 'horizonMs'>
  nowMs(): number
  clock: Pick<Clock, 'monotonicMs'>
}) {
  const { history, nowMs } = deps
  const { sums } = history
  const cellsOfMinute = createMinuteStrokes(history, deps.clock)

  /**
   * The available part of a requested period: in minutes while strikes are stored, before that in whole hours and days
   * (UTC); null if nothing is stored.
   */
  async function keptOf(wish: Span, days: readonly number[], hours: readonly number[]): Promise<Span | null> {
    const untilMs = nowMs()
    const horizonMs = Math.ceil((await history.horizonMs()) / MINUTE_MS) * MINUTE_MS
    const [first] = await history.missing('lightning', horizonMs, untilMs)
    const observedMs = first && first.fromMs <= horizonMs ? first.toMs : horizonMs
    const strikesMs = observedMs < untilMs ? Math.floor(observedMs / MINUTE_MS) * MINUTE_MS : Number.POSITIVE_INFINITY
    const firstMs = Math.min((days[0] ?? Number.POSITIVE_INFINITY) * DAY_MS, strikesMs)
    const stepAt = (ms: number) => {
      if (ms >= horizonMs) return MINUTE_MS
      return hours[0] !== undefined && ms >= hours[0] * HOUR_MS ? HOUR_MS : DAY_MS
    }
    const fromStep = stepAt(wish.fromMs)
    const toStep = stepAt(wish.toMs)
    const fromMs = Math.max(firstMs, Math.floor(wish.fromMs / fromStep) * fromStep)
    const toMs = Math.min(untilMs, Math.ceil(wish.toMs / toStep) * toStep)
    return fromMs < toMs ? { fromMs, toMs } : null
  }

  return async (wish: Span, take: TakeTurn): Promise<RangeSums | null> => {
    const days = await sums.times('day', '')
    const hours = await sums.times('hour', '')
    const range = await keptOf(wish, days, hours)
    if (!range) return null
    const { fromMs, toMs } = range
    const horizonMs = await history.horizonMs()
    const cells = new CellSums()
    let observedMs = 0
    const dayIsKept = new Set(days)
    const hourIsKept = new Set(hours)
    const lastHour = hours.at(-1) ?? Number.NEGATIVE_INFINITY

    const addDay = (day: number) =>
      take(async () => {
        const body = (await sums.between('day', '', day, day + 1)).get(day)
        const read = body && readSums<DaySums>(body)
        if (!read) return
        cells.add(read.cells)
        observedMs += read.observedMs.reduce((sum, ms) => sum + ms, 0)
      })
    const addHour = (hour: number) =>
      take(async () => {
        const body = (await sums.between('hour', '', hour, hour + 1)).get(hour)
        const read = body && readSums<HourSums>(body)
        if (!read) return
        cells.add(read.cells)
        observedMs += read.observedMs
      })
    async function addMinutes(from: number, to: number): Promise<void> {
      const parts = []
      for (const minute of await history.strikes.minutes(from, to)) parts.push(await take(() => cellsOfMinute(minute)))
      cells.add(joinedCells(parts))
      observedMs += observedMsOf(await history.missing('lightning', from, to), from, to)
    }

    for (let at = fromMs; at < toMs; ) {
      const day = Math.floor(at / DAY_MS)
      const isWholeDay = at === day * DAY_MS && at + DAY_MS <= toMs
      const isOver = at + DAY_MS <= horizonMs
      if (isWholeDay && (isOver || (day + 1) * HOURS_A_DAY <= lastHour + 1)) {
        if (dayIsKept.has(day)) await addDay(day)
        at += DAY_MS
        continue
      }
      const hour = Math.floor(at / HOUR_MS)
      const endMs = Math.min(toMs, (hour + 1) * HOUR_MS)
      if (endMs - at === HOUR_MS && hourIsKept.has(hour)) await addHour(hour)
      else await addMinutes(at, endMs)
      at = endMs
    }
    return { fromMs, toMs, cells, observedMs }
  }
}

/** Strokes by cell per minute, cached. */
function createMinuteStrokes(history: Pick<History, 'strikes'>, clock: Pick<Clock, 'monotonicMs'>) {
  const held = new LRUCache<number, Held>({
    maxSize: HELD_BYTES,
    sizeCalculation: ({ cells }) => ENTRY_BYTES + cells.keys.length * CELL_BYTES,
  })

  /** The cells of a minute, counted since 1970. */
  return async (minute: number): Promise<Held['cells']> => {
    const known = held.get(minute)
    const isFresh = known && (known.readMs === null || clock.monotonicMs() - known.readMs < AGAIN_AFTER_MS)
    if (isFresh) return known.cells
    const isFinal = await history.strikes.isSealed(minute)
    const counts = new Map<number, number>()
    await visitStrokes(history, minute, (_, lat, lon) => {
      const key = cellKey(lat, lon)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
    const cells = columnsOf(counts)
    held.set(minute, { cells, readMs: isFinal ? null : clock.monotonicMs() })
    return cells
  }
}

/** Merges the cells of several minutes. */
function joinedCells(all: readonly Held['cells'][]): Held['cells'] {
  const counts = new Map<number, number>()
  for (const cells of all) {
    cells.keys.forEach((key, i) => {
      counts.set(key, (counts.get(key) ?? 0) + cells.counts[i]!)
    })
  }
  return columnsOf(counts)
}
