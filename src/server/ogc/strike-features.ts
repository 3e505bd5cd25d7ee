import type { StrikeRecord } from '../../contract/lightning.ts'
import { type Box, isInside } from '../../core/geo/geo.ts'
import { recordsOf, rowsOf, type StrikeBlock, splitTime } from '../../core/strikes/strike-block.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import type { StrikeReader } from '../history/strike-reader.ts'
import { pointFeature } from './feature-page.ts'

/** Maximum minutes with strikes per page; a page that ends early links to where it ended. */
const MINUTES_MAX = 120
/** Serialized in a few milliseconds. */
const AT_ONCE = 500
/** Period per query for minutes with strikes. */
const LOOK_MS = 6 * HOUR_MS
const NS_PER_MS = 1_000_000n

/** Start of a page: strikes up to this time, minus those of exactly this time already listed. */
interface Cursor {
  timeNs: bigint
  told: number
}

/**
 * Strikes of a period, Unix ms, both ends included, newest first, so that new strikes do not shift pages. Returns the
 * start of the next page, null after the last.
 */
export async function* strikeFeatures(
  strikes: StrikeReader,
  wanted: { fromMs: number; toMs: number; box: Box | undefined; limit: number; next: string | undefined },
): AsyncGenerator<readonly string[], string | null, void> {
  const { fromMs, toMs, box, limit } = wanted
  const end = { timeNs: BigInt(Math.floor(toMs) + 1) * NS_PER_MS - 1n, told: 0 }
  const asked = readCursor(wanted.next)
  let cursor: Cursor = asked && asked.timeNs < end.timeNs ? asked : end
  let left = limit
  let looked = 0
  for (let untilMs = Number(cursor.timeNs / NS_PER_MS) + 1; untilMs > fromMs; ) {
    const sinceMs = Math.max(fromMs, Math.floor((untilMs - LOOK_MS) / MINUTE_MS) * MINUTE_MS)
    for (const minute of (await strikes.minutes(sinceMs, untilMs)).reverse()) {
      if (looked++ === MINUTES_MAX) {
        return cursorText({ timeNs: BigInt((minute + 1) * MINUTE_MS) * NS_PER_MS - 1n, told: 0 })
      }
      const block = await strikes.block(minute)
      const rows = block ? rowsBefore(block, cursor, fromMs, box, left + 1) : []
      const chosen = rows.slice(0, left)
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const records = recordsOf(rowsOf(block!, chosen.slice(from, from + AT_ONCE)), { exact: true })
        cursor = records.reduce(after, cursor)
        yield records.map(strikeFeature)
      }
      if (rows.length > left) return cursorText(cursor)
      left -= chosen.length
      yield []
    }
    untilMs = sinceMs
    yield []
  }
  return null
}

/** Rows of a block for the rest of a page, newest first. */
function rowsBefore(
  { baseS, offsetsNs, columns: { lat, lon } }: StrikeBlock,
  cursor: Cursor,
  fromMs: number,
  box: Box | undefined,
  most: number,
): number[] {
  const lastNs = Number(cursor.timeNs - BigInt(baseS) * 1_000_000_000n)
  const firstNs = (fromMs - baseS * 1_000) * 1e6
  const rows: number[] = []
  let told = 0
  for (let i = offsetsNs.length - 1; i >= 0 && rows.length < most; i--) {
    const offsetNs = offsetsNs[i]!
    if (offsetNs > lastNs) continue
    if (offsetNs < firstNs) break
    if (box && !isInside(box, { lat: Number(lat[i]), lon: Number(lon[i]) })) continue
    if (offsetNs === lastNs && told++ < cursor.told) continue
    rows.push(i)
  }
  return rows
}

function after(cursor: Cursor, { time }: StrikeRecord): Cursor {
  const timeNs = BigInt(time)
  return { timeNs, told: timeNs === cursor.timeNs ? cursor.told + 1 : 1 }
}

const cursorText = ({ timeNs, told }: Cursor) => `${timeNs}-${told}`

/** True for a valid cursor. */
export const isCursor = (text: string) => readCursor(text) !== null

function readCursor(text: string | undefined): Cursor | null {
  const [, timeNs, told] = /^(\d{1,20})-(\d{1,9})$/.exec(text ?? '') ?? []
  return timeNs === undefined ? null : { timeNs: BigInt(timeNs), told: Number(told) }
}

/** The stored strike with this id; null without one. */
export async function strikeById(strikes: StrikeReader, id: string): Promise<string | null> {
  const [, time, latText, lonText] = /^(\d{16,20})_(-?[\d.e-]{1,24})_(-?[\d.e-]{1,24})$/.exec(id) ?? []
  if (time === undefined) return null
  const timeNs = BigInt(time)
  const block = await strikes.block(Number(timeNs / NS_PER_MS / BigInt(MINUTE_MS)))
  if (!block) return null
  const offsetNs = Number(timeNs - BigInt(block.baseS) * 1_000_000_000n)
  const { lat, lon } = block.columns
  const isIt = (at: number, i: number) => at === offsetNs && lat[i] === Number(latText) && lon[i] === Number(lonText)
  const row = block.offsetsNs.findIndex(isIt)
  return row < 0 ? null : strikeFeature(recordsOf(block, { exact: true, from: row, to: row + 1 })[0]!)
}

/** A record with the contract's field names; `time` has all digits. */
function strikeFeature({ time, lat, lon, ...rest }: StrikeRecord): string {
  const { second, ns } = splitTime(time)
  const written = `${new Date(second * 1_000).toISOString().slice(0, 19)}.${String(ns).padStart(9, '0')}Z`
  return pointFeature(`${time}_${lat}_${lon}`, lon, lat, { time: written, ...rest })
}
