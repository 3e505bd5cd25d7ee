import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStrikeHistory } from '../../client/history/strike-history.ts'
import { ContractError } from '../../client/http/contract-api.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { blockOf, recordsOf } from '../../core/strikes/strike-block.ts'
import { readBlock, readFrames, writeBlock, writeFrame } from '../../core/strikes/strike-chunks.ts'
import { blocksOf, packedFrames, plainFrames } from '../../server/history/packing.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { anyJson, anyText, withChanges } from './fuzz-kit.ts'

const MINUTE = Date.UTC(2026, 6, 1, 8) / 1_000
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
const quality = fc.option(fc.oneof(fc.integer({ min: -1, max: 20_000 }), finite))
const word = fc.option(fc.oneof(fc.integer(), fc.string()))
const instant = fc.oneof(
  fc.integer({ min: 0, max: 59_999 }).map((ms) => new Date(MINUTE * 1_000 + ms).toISOString()),
  fc.integer({ min: 0, max: 59 }).map((s) => `2026-07-01T08:00:${String(s).padStart(2, '0')}.123456789+00:00`),
  fc.option(anyText(['2026-07-01T08:00:00Z'])),
)
/** A record as on the wire: each field is present, null, or missing. */
const record: fc.Arbitrary<StrikeRecord> = fc.record(
  {
    time: fc.bigInt({ min: 0n, max: 59_999_999_999n }).map((ns) => BigInt(MINUTE) * 1_000_000_000n + ns),
    lat: fc.double({ min: -90, max: 90, noNaN: true }).map((number) => number + 0),
    lon: fc.double({ min: -180, max: 180, noNaN: true }).map((number) => number + 0),
    obser_datetime: instant,
    alt: quality,
    pol: quality,
    mds: quality,
    mcg: quality,
    status: word,
    region: word,
    arrived_at: instant,
  },
  { requiredKeys: ['time', 'lat', 'lon'], noNullPrototype: true },
)
const records = fc.array(record, { maxLength: 40 })

/** Strikes as bytes: network frames and stored blocks. */
export function fuzzHistory(): void {
  describe('frames of strikes', () => {
    it('survive digit for digit', () => {
      fc.assert(
        fc.property(records, (struck) => {
          const block = blockOf(struck, MINUTE)
          const sorted = recordsOf(block, { exact: true })
          expect(new Set(sorted)).toEqual(new Set(struck))
          for (const frames of [plainFrames(block), packedFrames(block)]) {
            expect(blocksOf(frames).flatMap((read) => recordsOf(read, { exact: true }))).toEqual(sorted)
          }
        }),
      )
    })

    it('that are damaged anywhere are read or rejected with an error, with memory bounded by their size', () => {
      const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 6 })
      fc.assert(
        fc.property(records, damage, fc.nat(), fc.boolean(), (struck, changes, cut, isCut) => {
          const bytes = Uint8Array.from(plainFrames(blockOf(struck, MINUTE)))
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          refusesOrReads(isCut ? bytes.subarray(0, cut % (bytes.length + 1)) : bytes)
        }),
      )
    })

    it('with any other header are read or rejected with an error', () => {
      const body = writeBlock(blockOf([{ time: BigInt(MINUTE) * 1_000_000_000n, lat: 1.5, lon: 2.5, pol: 1 }], MINUTE))
      const length = new DataView(body.buffer).getUint32(0, true)
      const head: unknown = JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + length)))
      const wild = fc.oneof(
        anyJson(['as', 'one', 'json', 'pick', 'fixed']),
        fc.constantFrom(2 ** 31, 1e9, 1e15, -1, 0.5, 2 ** 53),
      )
      fc.assert(
        fc.property(withChanges(fc.constant(head), wild), fc.nat({ max: 200 }), (changed, more) => {
          const text = new TextEncoder().encode(JSON.stringify(changed ?? null))
          const bytes = new Uint8Array(4 + text.length + more)
          new DataView(bytes.buffer).setUint32(0, text.length, true)
          bytes.set(text, 4)
          refusesOrReads(writeFrame({ kind: 'strikes', packing: 'plain', body: bytes }))
        }),
      )
    })

    it('of any bytes are read or refused by an error', () => {
      fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => refusesOrReads(bytes)))
    })

    it('that unpack to more than a frame can be are refused', () => {
      const bomb = deflateRawSync(new Uint8Array(65 * 1024 * 1024), { level: 1 })
      expect(() => blocksOf(writeFrame({ kind: 'strikes', packing: 'deflate-raw', body: bomb }))).toThrow()
    })

    it('are read by the page, or refused by a ContractError', async () => {
      const clock = createFakeClock()
      const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 4 })
      const head = { fromMs: MINUTE * 1_000, toMs: MINUTE * 1_000 + 60_000, notObserved: [], simulated: false }
      const end = writeFrame({ kind: 'end', packing: 'plain', body: new Uint8Array(0) })
      await fc.assert(
        fc.asyncProperty(records, withChanges(fc.constant(head), anyJson()), damage, async (struck, told, changes) => {
          const text = new TextEncoder().encode(JSON.stringify(told ?? null))
          const first = writeFrame({ kind: 'head', packing: 'plain', body: text })
          const bytes = Uint8Array.from(Buffer.concat([first, packedFrames(blockOf(struck, MINUTE)), end]))
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          const answer = { status: 200, headers: new Headers(), arrayBuffer: async () => bytes.buffer } as Response
          const history = createStrikeHistory({
            environment: { clock, fetch: async () => answer },
            baseUrl: 'http://map.test',
            credential: async () => 'ft-1',
            dropCredential() {},
          })
          try {
            const part = await history.read(
              { fromMs: MINUTE * 1_000, toMs: MINUTE * 1_000 + 1 },
              new AbortController().signal,
            )
            for await (const piece of part.pieces()) expect(Array.isArray(piece)).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(ContractError)
          }
        }),
      )
    })
  })
}

function refusesOrReads(bytes: Uint8Array): void {
  try {
    for (const { body, packing } of readFrames(bytes)) {
      if (packing !== 'plain') continue
      const { offsetsNs } = readBlock(body)
      // A row has at least one byte, unless all rows are equal; frames never have more rows.
      expect(offsetsNs.length).toBeLessThanOrEqual(10_000_000)
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error
    expect(error).toBeInstanceOf(Error)
  }
}
