import type { Alarm } from '../../contract/watch/alarms.ts'
import { ASKS_ACKNOWLEDGEMENT, type LevelState } from '../../contract/watch/place-states.ts'
import { type AlarmLoad, LOAD_LISTED_MAX } from '../../contract/watch/sheets.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { isoOf } from '../time/iso.ts'
import type { Span } from '../time/spans.ts'
import { heldOrMade } from '../util/held-or-made.ts'

/** Maximum alarm rates that an operator can handle, per day and per ten minutes: IEC 62682, ISA-18.2. */
const DAY_ROWS_MAX = 144
const FLOOD = { rows: 10, withinMs: 10 * MINUTE_MS }
/** Steps of older rows, without levels, that required acknowledgement. */
const ASKED_BEFORE_LEVELS = ['approach', 'alert', 'alarm']

/** Whether a row requires acknowledgement. */
export function asksAcknowledgement({ step, stage }: Pick<Alarm, 'step' | 'stage'>): boolean {
  return step === undefined ? ASKED_BEFORE_LEVELS.includes(stage) : ASKS_ACKNOWLEDGEMENT.includes(step)
}

/** The load of a period, Unix ms, by all its rows, the oldest first; `isCut`: these are not all. */
export function alarmLoadOf(
  rows: readonly Alarm[],
  of: { period: Span; nowMs: number; isCut: boolean; simulated: boolean },
): AlarmLoad {
  const { period, nowMs, isCut, simulated } = of
  const asking = rows.filter(asksAcknowledgement)
  const restarts = restartsOf(rows)
  const waits = asking.flatMap((row) => waitMs(row) ?? [])
  return {
    from: isoOf(period.fromMs),
    to: isoOf(period.toMs),
    cut: isCut || restarts.length > LOAD_LISTED_MAX,
    rows: asking.length,
    hours: hoursOf(asking, period),
    days: daysOf(asking),
    dayMax: DAY_ROWS_MAX,
    places: placesOf(asking),
    levels: levelsOf(asking, restarts),
    persons: personsOf(asking),
    floods: floodsOf(asking),
    restarts: restarts.slice(-LOAD_LISTED_MAX),
    acknowledged:
      waits.length === 0
        ? null
        : { rows: waits.length, medianS: seconds(median(waits)), p95S: seconds(quantile(waits, 0.95)) },
    late: lateOf(asking, nowMs),
    simulated,
  }
}

function hoursOf(rows: readonly Alarm[], { fromMs, toMs }: Span): AlarmLoad['hours'] {
  const counts = countBy(rows, ({ at }) => Math.floor(Date.parse(at) / HOUR_MS))
  const first = Math.floor(fromMs / HOUR_MS)
  const length = Math.max(0, Math.ceil(toMs / HOUR_MS) - first)
  return Array.from({ length }, (_, i) => ({ from: isoOf((first + i) * HOUR_MS), rows: counts.get(first + i) ?? 0 }))
}

function daysOf(rows: readonly Alarm[]): AlarmLoad['days'] {
  const counts = countBy(rows, ({ at }) => isoOf(Date.parse(at)).slice(0, 10))
  return [...counts].map(([date, count]) => ({ date, rows: count, isOver: count > DAY_ROWS_MAX }))
}

function placesOf(rows: readonly Alarm[]): AlarmLoad['places'] {
  const names = new Map(rows.map(({ place }) => [place?.id ?? null, place]))
  return mostFirst(countBy(rows, ({ place }) => place?.id ?? null)).map(([id, count]) => {
    const { name = '', nameZh = null } = names.get(id) ?? {}
    return { id, name, nameZh, rows: count }
  })
}

/** The level of a row: the most severe changed one, else the headline. */
function levelOf({ changed, level, levels }: Alarm): LevelState | null {
  const id = changed?.[0] ?? level
  return levels?.find((each) => each.id === id) ?? null
}

function levelsOf(rows: readonly Alarm[], restarts: AlarmLoad['restarts']): AlarmLoad['levels'] {
  const named = new Map(rows.map((row) => [levelOf(row)?.id ?? null, levelOf(row)]))
  const restarted = countBy(restarts, ({ level }) => level)
  return mostFirst(countBy(rows, (row) => levelOf(row)?.id ?? null)).map(([id, count]) => {
    const { name = '', nameZh = null } = named.get(id) ?? {}
    return { id, name, nameZh, rows: count, restarts: id === null ? 0 : (restarted.get(id) ?? 0) }
  })
}

function personsOf(rows: readonly Alarm[]): AlarmLoad['persons'] {
  const waits = new Map<string, number[]>()
  for (const row of rows) {
    if (row.acknowledged) heldOrMade(waits, row.acknowledged.by, () => []).push(waitMs(row)!)
  }
  return mostFirst(new Map([...waits].map(([by, each]) => [by, each.length]))).map(([by, count]) => ({
    by,
    rows: count,
    medianS: seconds(median(waits.get(by)!)),
  }))
}

/** Periods of ten minutes with too many rows; overlapping periods are one flood. */
function floodsOf(rows: readonly Alarm[]): AlarmLoad['floods'] {
  const times = rows.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  const floods: { first: number; last: number; most: number }[] = []
  for (let first = 0, last = 0; last < times.length; last++) {
    while (times[last]! - times[first]! >= FLOOD.withinMs) first++
    const count = last - first + 1
    if (count <= FLOOD.rows) continue
    const flood = floods.at(-1)
    if (!flood || first > flood.last) floods.push({ first, last, most: count })
    else Object.assign(flood, { last, most: Math.max(flood.most, count) })
  }
  const told = floods.map(({ first, last, most }) => {
    return { from: isoOf(times[first]!), to: isoOf(times[last]!), rows: last - first + 1, most }
  })
  return told.slice(-LOAD_LISTED_MAX)
}

/**
 * Levels that turned on again within their hold time after they ended: a sign that the hold time is too short for the
 * place.
 */
function restartsOf(rows: readonly Alarm[]): AlarmLoad['restarts'] {
  const wasOn = new Set<string>()
  const endedMs = new Map<string, number>()
  return rows.flatMap(({ at, place, ladder, levels }) =>
    !place || !ladder
      ? []
      : (levels ?? []).flatMap((level) => {
          const key = `${place.id} ${level.id}`
          const isOn = level.state === 'on'
          const before = wasOn.has(key)
          if (isOn === before) return []
          if (!isOn) {
            wasOn.delete(key)
            endedMs.set(key, Date.parse(at))
            return []
          }
          wasOn.add(key)
          const ended = endedMs.get(key)
          const restarted = level.since ?? at
          if (ended === undefined || Date.parse(restarted) - ended > level.holdMin * MINUTE_MS) return []
          const { id, name, nameZh, holdMin } = level
          return [{ place: place.id, level: id, name, nameZh, ended: isoOf(ended), restarted, holdMin }]
        }),
  )
}

function lateOf(rows: readonly Alarm[], nowMs: number): AlarmLoad['late'] {
  const late = rows.filter((row) => (waitMs(row) ?? nowMs - Date.parse(row.at)) > HOUR_MS)
  return late.slice(-LOAD_LISTED_MAX).map(({ id, place, at, acknowledged }) => ({
    id,
    place: place?.id ?? null,
    at,
    acknowledgedAt: acknowledged?.at ?? null,
  }))
}

/** Time until acknowledgement, ms; null if not acknowledged. */
function waitMs({ at, acknowledged }: Alarm): number | null {
  return acknowledged ? Math.max(0, Date.parse(acknowledged.at) - Date.parse(at)) : null
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

function mostFirst<Key>(counts: Map<Key, number>): [Key, number][] {
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, LOAD_LISTED_MAX)
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** By the nearest rank: always one of the values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000)
}
