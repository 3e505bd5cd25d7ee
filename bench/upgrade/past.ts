import { API_PATHS } from '../../src/contract/api-paths.ts'
import { parseJsonExact } from '../../src/contract/json-exact.ts'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { MINUTE_MS } from '../../src/core/time/durations.ts'
import { digitsOf } from '../../src/testing/cluster/screen.ts'
import type { People } from './people.ts'

/** Period of requested reports: those of an hour are also stored at its start. */
const REPORTS_BACK_MS = 90 * MINUTE_MS

/** The past as served at some time. */
export interface Past {
  fromMs: number
  toMs: number
  /** Lines, each with every digit. */
  strikes: string[]
  reports: object[]
  alarms: object[]
  /** Points of the day that are counted as spent. */
  points: number
}

/** Strikes from one moment to another, Unix ms; reports and alarms that were there by then. */
export async function readPast(of: {
  people: People
  port: number
  cookie: string
  fromMs: number
  toMs: number
}): Promise<Past> {
  const { people, port, cookie, fromMs, toMs } = of
  const url = `http://127.0.0.1:${port}`
  async function ask(product: string, path: string): Promise<string> {
    const minted = await fetch(`${url}${API_PATHS.token}/${product}`, { method: 'POST', headers: { cookie } })
    const { token } = (await minted.json()) as { token: string }
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }
  const lines = await ask('lightning', `${API_PATHS.strikes}?from=${fromMs}&to=${toMs}`)
  const reports = await ask('metar', `${API_PATHS.reports}?from=${fromMs - REPORTS_BACK_MS}&to=${toMs}`)
  const { points } = await people.read<{ points: { spentToday: number } }>(API_PATHS.status, cookie)
  return {
    fromMs,
    toMs,
    strikes: lines.split('\n').filter((line) => line.includes('"lat"')),
    reports: (JSON.parse(reports) as { data: object[] }).data,
    alarms: await people.alarms(cookie),
    points: points.spentToday,
  }
}

/** Differences of the past as served by another version. */
export interface PastDifference {
  strikesLost: number
  reportsLost: number
  alarmsLost: number
  pointsLost: number
}

/** `after` must contain all of `before`, digit by digit; it may contain more. */
export function comparePasts(before: Past, after: Past): PastDifference {
  const lines = new Set(after.strikes)
  return {
    strikesLost: before.strikes.filter((line) => !lines.has(line)).length,
    reportsLost: countLost(before.reports, after.reports),
    alarmsLost: countLost(before.alarms.map(unacknowledged), after.alarms),
    pointsLost: Math.max(0, before.points - after.points),
  }
}

/**
 * Of strikes that were sent and struck in that period, by their digits: the numbers of missing and of duplicated ones.
 */
export function compareWithSent(past: Past, sent: Iterable<string>): { lacking: number; twice: number } {
  const told = new Map<string, number>()
  for (const line of past.strikes) {
    const digits = digitsOf(parseJsonExact(line) as StrikeRecord)
    told.set(digits, (told.get(digits) ?? 0) + 1)
  }
  const isIn = (digits: string) => {
    const ms = Number(digits.split(' ')[0]) / 1e6
    return ms >= past.fromMs && ms < past.toMs
  }
  return {
    lacking: [...sent].filter((digits) => isIn(digits) && !told.has(digits)).length,
    twice: [...told.values()].filter((count) => count > 1).length,
  }
}

function countLost(before: readonly object[], after: readonly object[]): number {
  const fields = (record: object) => Object.entries(record).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const held = Map.groupBy(after, keyOf)
  const isHeld = (record: object) =>
    (held.get(keyOf(record)) ?? []).some((each) => {
      const said = new Set(fields(each))
      return fields(record).every((field) => said.has(field))
    })
  return before.filter((record) => !isHeld(record)).length
}

/** The key of an alarm is its id, of a report its airport. */
function keyOf(record: object): string {
  const { id, icao } = record as { id?: string; icao?: string }
  return id ?? icao ?? ''
}

/** Acknowledgements may be added at any time. */
function unacknowledged(alarm: object): object {
  const { acknowledged: _, ...rest } = alarm as { acknowledged?: unknown }
  return rest
}
