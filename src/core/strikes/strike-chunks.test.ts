import { deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonExact, stringifyJsonExact } from '../../contract/json-exact.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { foreignBlock } from '../../testing/foreign-block.ts'
import { blockOf, filterBlock, mergeBlocks, recordsOf, type Value } from './strike-block.ts'
import { readBlock, readFrames, writeBlock, writeFrame } from './strike-chunks.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

const BASE_S = Date.UTC(2026, 6, 1, 8) / 1_000

const strike = (over: Partial<StrikeRecord> = {}): StrikeRecord => ({
  time: 1782892800123456789n,
  lat: 23.1,
  lon: 113.3,
  obser_datetime: '2026-07-01T08:00:00.123456789Z',
  alt: 0,
  pol: -1,
  mds: 9000,
  mcg: 150,
  status: 1,
  region: 3,
  arrived_at: '2026-07-01T08:00:02.500Z',
  ...over,
})

/** Onto bytes and back. */
function travel(records: readonly StrikeRecord[], exact = true): StrikeRecord[] {
  return recordsOf(readBlock(writeBlock(blockOf(records, BASE_S))), { exact })
}

const places = fc.constantFrom(1, 10, 1_000, 1e6, 1e7, 1e9)
const degrees = (max: number) =>
  fc.oneof(
    fc.tuple(fc.double({ min: -max, max, noNaN: true }), places).map(([value, by]) => Math.round(value * by) / by),
    fc.double({ min: -max, max, noNaN: true }),
  )
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) })
const quality = maybe(
  fc.oneof(fc.integer({ min: -10, max: 70_000 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
)
const code = maybe(fc.oneof(fc.nat(9), fc.string({ maxLength: 5 })))
const instant = maybe(
  fc.oneof(
    fc
      .tuple(
        fc.integer({ min: -400_000, max: 800_000 }),
        fc.nat(9),
        fc.constantFrom('Z', '+00:00', '', '+08:00'),
        fc.nat(),
      )
      .map(([ms, digits, suffix, salt]) => {
        const text = new Date(BASE_S * 1_000 + ms).toISOString().slice(0, 19)
        return `${text}${digits ? `.${String(salt).padStart(9, '3').slice(0, digits)}` : ''}${suffix}`
      }),
    fc.constantFrom('', '2026-02-31T08:00:00Z', '2026-07-01T08:00:61Z', '2026-07-01 08:00:00', 'soon'),
    fc.string({ maxLength: 12 }),
  ),
)
const record = fc
  .record({
    offsetNs: fc.oneof(
      fc.integer({ min: 0, max: 59_999 }).map((ms) => ms * 1_000_000),
      fc.maxSafeNat().map((n) => n % 6e10),
    ),
    lat: degrees(90),
    lon: degrees(180),
    alt: quality,
    pol: fc.constantFrom(-1, 0, 1),
    mds: quality,
    mcg: quality,
    status: code,
    region: code,
    obser_datetime: instant,
    arrived_at: instant,
  })
  .map(({ offsetNs, ...fields }): StrikeRecord => {
    const time = BigInt(BASE_S) * 1_000_000_000n + BigInt(offsetNs)
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    return { time, ...Object.fromEntries(given) } as StrikeRecord
  })

// -0 is written as 0 in JSON, and so in everything that we send.
const asSent = (records: readonly StrikeRecord[]) => records.map((each) => parseJsonExact(stringifyJsonExact(each)))
const byTime = (records: readonly StrikeRecord[]) =>
  [...records].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))

describe('strikes as bytes', () => {
  it('survive with every digit of every documented field', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), (records) => {
        expect(asSent(travel(records))).toEqual(asSent(byTime(records)))
      }),
      { numRuns: 400 },
    )
  })

  it('are decoded like JSON on a page without digits', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (records) => {
        const times = travel(records, false).map(({ time }) => time)
        expect(times).toEqual(byTime(records).map(({ time }) => JSON.parse(String(time))))
      }),
    )
  })

  it('drop undocumented fields only', () => {
    expect(travel([strike({ delay: 1.5, lonc: 113 })])).toEqual([strike()])
  })

  it('take about twenty bytes each before they are packed', () => {
    const records = Array.from({ length: 1_000 }, (_, i) =>
      strike({
        time: 1782892800000000000n + BigInt(i) * 16_666_700n,
        lat: Math.round((20 + ((i * 7_919) % 1_000) / 77) * 1e6) / 1e6,
        lon: Math.round((100 + ((i * 104_729) % 1_000) / 55) * 1e6) / 1e6,
        obser_datetime: null,
        mds: 5_000 + ((i * 31) % 9_000),
      }),
    )
    const bytes = writeBlock(blockOf(records, BASE_S))
    expect(bytes.length / records.length).toBeLessThan(20)
  })

  it('are merged by time, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.array(record, { maxLength: 8 }), { minLength: 1, maxLength: 5 }), (lists) => {
        const merged = mergeBlocks(lists.map((records) => blockOf(records, BASE_S)))
        expect(asSent(recordsOf(merged, { exact: true }))).toEqual(asSent(byTime(lists.flat())))
      }),
    )
  })

  it('are chosen by row', () => {
    const block = blockOf([strike({ lat: 1 }), strike({ lat: 2 }), strike({ lat: 3 })], BASE_S)
    const chosen = filterBlock(block, (i) => block.columns.lat[i] !== 2)
    expect(recordsOf(chosen, { exact: true }).map(({ lat }) => lat)).toEqual([1, 3])
  })

  it('are rejected if truncated or of another format', () => {
    const bytes = writeBlock(blockOf([strike(), strike({ lat: 24.2, lon: 99 })], BASE_S))
    expect(() => readBlock(bytes.subarray(0, bytes.length - 1))).toThrow()
    expect(() => readBlock(new Uint8Array([...bytes, 0]))).toThrow('Unexpected length of strikes')
    expect(() => readBlock(new Uint8Array(64))).toThrow()
  })
})

describe('strikes of another build', () => {
  const PLACES = { lat: [23.5, 24.5], lon: [113.25, 99] }

  it('are parsed without unknown columns, in any position', () => {
    const charge = [70_000, 80_000]
    const kind = ['deep', 1.5]
    const body = foreignBlock(BASE_S, 2, {
      charge,
      lat: PLACES.lat,
      kind,
      lon: PLACES.lon,
      pol: [1, -1],
      energy: charge,
    })
    expect(recordsOf(readBlock(body), { exact: true })).toEqual([
      { time: BigInt(BASE_S) * 1_000_000_000n, lat: 23.5, lon: 113.25, pol: 1 },
      { time: BigInt(BASE_S + 1) * 1_000_000_000n, lat: 24.5, lon: 99, pol: -1 },
    ])
  })

  it('have missing values as absent, also half of an instant', () => {
    const halves: Record<string, Value[]>[] = [
      { observedAs: [0, 0] },
      { observed: [0, 0] },
      { arrivedAs: [7, 7] },
      { arrived: [3, 3] },
    ]
    for (const half of halves) {
      const [first] = recordsOf(readBlock(foreignBlock(BASE_S, 2, { ...PLACES, ...half })), { exact: true })
      expect(first).toEqual({ time: BigInt(BASE_S) * 1_000_000_000n, lat: 23.5, lon: 113.25 })
    }
  })

  it('have an instant of an unknown style absent', () => {
    const [first] = recordsOf(readBlock(foreignBlock(BASE_S, 2, { ...PLACES, arrivedAs: [98, 98], arrived: [3, 3] })), {
      exact: true,
    })
    expect(first).not.toHaveProperty('arrived_at')
  })

  it('skip a column of an unknown form with a length', () => {
    const wavelet = { head: { as: 'wavelet', length: 5 }, bytes: new Uint8Array(5) }
    const [first] = recordsOf(readBlock(foreignBlock(BASE_S, 2, { wavelet, ...PLACES })), { exact: true })
    expect(first).toMatchObject({ lat: 23.5, lon: 113.25 })
    const nameless = { head: { as: 'wavelet' }, bytes: new Uint8Array(5) }
    expect(() => readBlock(foreignBlock(BASE_S, 2, { nameless, ...PLACES }))).toThrow('Unexpected form of a column')
    expect(() => readBlock(foreignBlock(BASE_S, 2, { lat: wavelet, lon: PLACES.lon }))).toThrow('without a place')
  })

  it('have an invalid instant absent', () => {
    for (const arrived of [
      ['soon', 'later'],
      [null, null],
      [9e15, 9e15],
    ]) {
      const [first] = recordsOf(readBlock(foreignBlock(BASE_S, 2, { ...PLACES, arrivedAs: [0, 0], arrived })), {
        exact: true,
      })
      expect(first).not.toHaveProperty('arrived_at')
    }
  })

  it('are refused where they have no place, or no time', () => {
    const placeless: Record<string, Value[]>[] = [
      { lat: PLACES.lat },
      { latitude: PLACES.lat, lon: PLACES.lon },
      { lat: [1, null], lon: PLACES.lon },
    ]
    for (const columns of placeless)
      expect(() => readBlock(foreignBlock(BASE_S, 2, columns))).toThrow('Unexpected strike without a place')
    for (const baseS of [1.5, Number.NaN])
      expect(() => readBlock(foreignBlock(baseS, 2, PLACES))).toThrow('Unexpected head of strikes')
  })

  it('are parsed among unknown frames', () => {
    const strikes = writeFrame({ kind: 'strikes', packing: 'plain', body: foreignBlock(BASE_S, 2, PLACES) })
    const unknown = writeFrame({ kind: 'strikes', packing: 'plain', body: new Uint8Array(11) })
      .with(0, 0x58)
      .with(1, 7)
    const frames = readFrames(Buffer.concat([unknown, strikes, unknown]))
    expect(frames.map(({ kind }) => kind)).toEqual(['strikes'])
  })
})

describe('frames', () => {
  const text = (words: string) => new TextEncoder().encode(words)

  it('follow each other, packed or not', () => {
    const body = writeBlock(blockOf([strike()], BASE_S))
    const bytes = Buffer.concat([
      writeFrame({ kind: 'head', packing: 'plain', body: text('{}') }),
      writeFrame({ kind: 'strikes', packing: 'deflate-raw', body: deflateRawSync(body) }),
      writeFrame({ kind: 'end', packing: 'plain', body: text('') }),
    ])
    const frames = readFrames(bytes)
    expect(frames.map(({ kind, packing }) => [kind, packing])).toEqual([
      ['head', 'plain'],
      ['strikes', 'deflate-raw'],
      ['end', 'plain'],
    ])
    expect(recordsOf(readBlock(inflateRawSync(frames[1]!.body)), { exact: true })).toEqual([strike()])
  })

  it('are rejected if truncated or of another format', () => {
    const bytes = writeFrame({ kind: 'end', packing: 'plain', body: text('{"count":1}') })
    expect(() => readFrames(bytes.subarray(0, bytes.length - 1))).toThrow('Unexpected end within a frame')
    expect(() => readFrames(bytes.subarray(0, 5))).toThrow('Unexpected end within the head')
    expect(() => readFrames(text('<!doctype html>'))).toThrow('Unexpected head of a frame at byte 0')
  })
})
