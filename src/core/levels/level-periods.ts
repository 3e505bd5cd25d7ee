import type { Alarm } from '../../contract/watch/alarms.ts'
import { LADDERS, type LadderKind, type LevelState, type WorkStop } from '../../contract/watch/place-states.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { type Span, Spans, totalMs } from '../time/spans.ts'

/** When a level of a place was `on`, Unix ms. */
export interface LevelPeriods {
  ladder: LadderKind
  level: LevelState
  /** In order; the last has no end where the level is still on. */
  periods: { fromMs: number; toMs: number | null }[]
}

/**
 * The periods of each level from the rows of one place, oldest first; levels in the order of the newest row, removed
 * levels last.
 */
export function levelPeriodsOf(rows: readonly Alarm[]): LevelPeriods[] {
  const known = new Map<string, LevelPeriods>()
  const order = new Map<string, number>()
  for (const { at, ladder, levels } of rows) {
    if (!ladder || !levels) continue
    const atMs = Date.parse(at)
    for (const key of order.keys()) if (key.startsWith(`${ladder} `)) order.delete(key)
    const isOn = new Set(levels.filter(({ state }) => state === 'on').map(({ id }) => id))
    for (const { level, periods, ladder: of } of known.values()) {
      const last = periods.at(-1)
      if (of === ladder && last?.toMs === null && !isOn.has(level.id)) last.toMs = atMs
    }
    for (const [i, level] of levels.entries()) {
      const key = `${ladder} ${level.id}`
      order.set(key, i)
      const periods: LevelPeriods['periods'] = known.get(key)?.periods ?? []
      known.set(key, { ladder, level, periods })
      const isOpen = periods.length > 0 && periods.at(-1)!.toMs === null
      if (isOn.has(level.id) && !isOpen) {
        periods.push({ fromMs: Math.min(atMs, Date.parse(level.since ?? at)), toMs: null })
      }
    }
  }
  const rankOf = ({ ladder, level: { id } }: LevelPeriods) =>
    LADDERS.indexOf(ladder) * 1_000 + (order.get(`${ladder} ${id}`) ?? 999)
  return [...known.values()].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The parts within a period, Unix ms, cut at `nowMs`. */
export function withinPeriod({ periods }: LevelPeriods, { fromMs, toMs }: Span, nowMs: number): Span[] {
  const endMs = Math.min(toMs, nowMs)
  const spans = new Spans(periods.map((each) => ({ fromMs: each.fromMs, toMs: each.toMs ?? endMs })))
  return spans.within(fromMs, endMs)
}

export function minutesOf(spans: readonly Span[]): number {
  const ms = totalMs(spans)
  return Math.round((ms / MINUTE_MS) * 10) / 10
}

/** The work stops of one place, or of all, open at some moment of a period, oldest first. */
export function stopsDuring(stops: Iterable<WorkStop>, { fromMs, toMs }: Span, place?: string): WorkStop[] {
  return [...stops]
    .filter((stop) => place === undefined || stop.place === place)
    .filter(({ at, resumed }) => Date.parse(at) < toMs && (resumed === null || Date.parse(resumed.at) >= fromMs))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
