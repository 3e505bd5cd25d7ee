import { type FlightCategory, lowestVisibilityM } from '../metar/flight-category.ts'
import { hasThunderstorm } from '../metar/report.ts'
import { arrivesAtMs } from '../nowcast/coming.ts'
import { heldOrMade } from '../util/held-or-made.ts'
import type { Airport } from './airport.ts'
import { fold } from './airport-search.ts'
import type { BoardRow } from './board-row.ts'

const CATEGORY_ORDER: Record<FlightCategory, number> = { lifr: 0, ifr: 1, mvfr: 2, vfr: 3, unknown: Number.NaN }

/** Sort key of a column, smallest first; NaN means unknown and sorts last in both directions. */
const SORT_KEYS = {
  urgency: (row: BoardRow) => -row.urgency(),
  category: (row: BoardRow) => CATEGORY_ORDER[row.category],
  wind: (row: BoardRow) => -(row.report?.windGustMps ?? row.report?.windSpeedMps ?? Number.NaN),
  visibility: ({ report }: BoardRow) => (report && lowestVisibilityM(report)) ?? Number.NaN,
  ceiling: ({ report }: BoardRow) => report?.ceilingFt ?? (report?.ceilingKnown ? Number.MAX_VALUE : Number.NaN),
  qnh: (row: BoardRow) => row.report?.qnhHpa ?? Number.NaN,
  nearest: (row: BoardRow) => row.holdTimer?.nearest?.km ?? Number.NaN,
  arrival: ({ coming }: BoardRow) =>
    coming.kind === 'coming' && coming.inProgress ? 0 : (arrivesAtMs(coming) ?? Number.NaN),
  strokes: (row: BoardRow) => -(row.holdTimer?.rings.at(-1)?.count ?? Number.NaN),
  age: (row: BoardRow) => -(row.report?.obsTimeMs ?? Number.NaN),
}
const TEXT_SORTS = ['airport', 'weather'] as const

export type BoardSort = keyof typeof SORT_KEYS | (typeof TEXT_SORTS)[number]
export const BOARD_SORTS = [...Object.keys(SORT_KEYS), ...TEXT_SORTS] as BoardSort[]

/** `-wind` as a column and a direction; default worst first. */
export function parseBoardSort(text: string): { by: BoardSort; reversed: boolean } {
  const reversed = text.startsWith('-')
  const by = BOARD_SORTS.find((each) => each === text.slice(reversed ? 1 : 0))
  return by ? { by, reversed } : { by: 'urgency', reversed: false }
}

/** Sorted rows: pinned airports on top, then by the column, then by code. Unknown values come last. */
export function orderBoard(all: readonly BoardRow[], sort: string): BoardRow[] {
  const rows = byCode(all) // so that equal rows stay ordered by code
  const { by, reversed } = parseBoardSort(sort)
  const sign = reversed ? -1 : 1
  const compare =
    by === 'airport'
      ? (a: number, b: number) => sign * (a - b)
      : by === 'weather'
        ? textOrder(rows, sign)
        : numberOrder(rows, SORT_KEYS[by], sign)
  const below = Uint8Array.from(rows, ({ isWatched }) => Number(!isWatched))
  const order = Uint32Array.from(rows, (_, i) => i)
  order.sort((a, b) => below[a]! - below[b]! || compare(a, b) || a - b)
  return Array.from(order, (i) => rows[i]!)
}

/**
 * The airports with the worst problems, worst first, at most so many, and the number of all with problems: lightning
 * near or approaching, below VFR, thunder, a doubtful report. Thousands are not sorted for the few that are shown.
 */
export function worstRows(all: readonly BoardRow[], most: number): { rows: BoardRow[]; count: number } {
  const troubled = all.filter(isTroubled)
  const rows: BoardRow[] = []
  for (const row of troubled) {
    if (rows.length >= most && !isWorse(row, rows.at(-1))) continue
    const at = rows.findIndex((each) => isWorse(row, each))
    rows.splice(at < 0 ? rows.length : at, 0, row)
    if (rows.length > most) rows.pop()
  }
  return { rows, count: troubled.length }
}

function isWorse(a: BoardRow, b: BoardRow | undefined): boolean {
  if (!b) return false
  if (a.gravity !== b.gravity) return a.gravity > b.gravity
  const more = a.urgency() - b.urgency()
  return more === 0 ? a.airport.icao < b.airport.icao : more > 0
}

/** Whether strikes of the hold time are still loading: until then the absence of strikes is unknown. */
export function isLightningLoading(rows: readonly BoardRow[]): boolean {
  return rows.some(({ holdTimer }) => holdTimer === null || holdTimer.watch.isLoading)
}

/** Whether the lightning history failed to load. */
export function isLightningUnread(rows: readonly BoardRow[]): boolean {
  return rows.some(({ holdTimer }) => holdTimer?.watch.isUnread)
}

/** Number of airports without data. No reported problem does not mean good weather there. */
export function countUnknown(rows: readonly BoardRow[]): number {
  return rows.filter(({ category, isPlace }) => category === 'unknown' && !isPlace).length
}

function isTroubled(row: BoardRow): boolean {
  const isThundery = row.report !== undefined && row.age !== 'outdated' && hasThunderstorm(row.report)
  return (
    row.isTriggered ||
    NARROWINGS.struck(row) ||
    NARROWINGS.below(row) ||
    NARROWINGS.doubted(row) ||
    row.isComing ||
    isThundery
  )
}

/** Rows ordered by code. The list is usually sorted already. */
function byCode(rows: readonly BoardRow[]): readonly BoardRow[] {
  const isSorted = rows.every(({ airport }, i) => i === 0 || rows[i - 1]!.airport.icao <= airport.icao)
  return isSorted ? rows : rows.toSorted((a, b) => (a.airport.icao < b.airport.icao ? -1 : 1))
}

type Compare = (a: number, b: number) => number

function numberOrder(rows: readonly BoardRow[], keyOf: (row: BoardRow) => number, sign: number): Compare {
  const keys = Float64Array.from(rows, (row) => {
    const key = sign * keyOf(row)
    return Number.isNaN(key) ? Number.POSITIVE_INFINITY : key
  })
  return (a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0)
}

function textOrder(rows: readonly BoardRow[], sign: number): Compare {
  const texts = rows.map(({ report }) => report?.weather.join(' ') ?? '')
  return (a, b) => {
    if (texts[a] === texts[b]) return 0
    if (texts[a] === '' || texts[b] === '') return texts[a] === '' ? 1 : -1
    return sign * (texts[a]! < texts[b]! ? -1 : 1)
  }
}

/** Filter conditions, such as `is:struck`. */
const NARROWINGS = {
  watched: (row: BoardRow) => row.isWatched,
  struck: (row: BoardRow) => row.holdTimer?.rings.some(({ count }) => count > 0) ?? false,
  below: ({ category }: BoardRow) => category === 'mvfr' || category === 'ifr' || category === 'lifr',
  doubted: (row: BoardRow) => row.check !== null,
  overdue: ({ age, isPlace }: BoardRow) => age !== 'current' && !isPlace,
}
export type Narrowing = keyof typeof NARROWINGS
export const NARROWING_NAMES = Object.keys(NARROWINGS) as Narrowing[]

/** Rows matching a filter: every word occurs in codes, names, city or province, and every `is:…` holds. */
export function filterBoard(rows: readonly BoardRow[], filter: string): readonly BoardRow[] {
  const { narrowing, text } = parseBoardFilter(filter)
  const words = fold(text).split(' ').filter(Boolean)
  if (!narrowing && words.length === 0) return rows
  return rows.filter((row) => {
    if (narrowing && !NARROWINGS[narrowing](row)) return false
    const found = searchTextOf(row.airport)
    return words.every((word) => found.includes(word))
  })
}

export function parseBoardFilter(filter: string): { narrowing: Narrowing | null; text: string } {
  const [, name, text = ''] = /^is:(\w+)\s?(.*)$/s.exec(filter) ?? [null, null, filter]
  const narrowing = NARROWING_NAMES.find((each) => each === name)
  return narrowing ? { narrowing, text } : { narrowing: null, text: filter }
}

export function boardFilterText(narrowing: Narrowing | null, text: string): string {
  return narrowing ? `is:${narrowing} ${text}`.trimEnd() : text
}

const searchTexts = new WeakMap<Airport, string>()

function searchTextOf(airport: Airport): string {
  // All texts of the airport: codes, names and places in both languages.
  const texts = () => Object.values(airport).filter((each) => typeof each === 'string')
  return heldOrMade(searchTexts, airport, () => fold(texts().join(' ')))
}
