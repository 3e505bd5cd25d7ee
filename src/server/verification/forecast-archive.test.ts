import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { ArchivedForecast } from '../../core/verification/score-hour.ts'
import { packForecast, unpackForecast } from './forecast-archive.ts'

const AT = Date.UTC(2026, 6, 1, 8)

/** Two places, one with two rings, one with special characters in its id. */
const LOOK: ArchivedForecast = {
  atMs: AT,
  isObserved: true,
  rings: [
    { id: 'ZSPD', km: 5, told: [0, 1, 9_999, 10_000], shipped: [0, 1, 9_999, 10_000], likelyMs: null },
    { id: 'ZSPD', km: 8.5, told: [10, 20, 30, 40], shipped: [11, 20, 30, 40], likelyMs: AT + 1_234_567 },
    { id: 'a "place"\n上海', km: 30, told: [1, 2, 3, 4], shipped: [1, 2, 3, 4], likelyMs: AT },
  ],
}

it('unpacks the packed forecasts', () => {
  expect(unpackForecast(packForecast(LOOK))).toEqual(LOOK)
  const empty: ArchivedForecast = { atMs: AT + 0.25, isObserved: false, rings: [] }
  expect(unpackForecast(packForecast(empty))).toEqual(empty)
})

it('reads what older versions packed', () => {
  const [, changed] = LOOK.rings
  const rings = LOOK.rings.map(({ id, km, told, shipped, likelyMs }) => {
    return [id, km, told, shipped === changed!.shipped ? shipped : 0, likelyMs]
  })
  const old = deflateRawSync(JSON.stringify({ atMs: AT, isObserved: true, rings }))
  expect(unpackForecast(old)).toEqual(LOOK)
})

it('reads what versions before this one packed in wide columns', () => {
  const columns = [
    new Float64Array([1, AT, 1, LOOK.rings.length]),
    new Float64Array(LOOK.rings.map(({ km }) => km)),
    new Float64Array(LOOK.rings.map(({ likelyMs }) => likelyMs ?? Number.NaN)),
    new Uint32Array([0, 0, 1]),
    new Uint16Array(LOOK.rings.flatMap(({ told }) => told)),
    new Uint16Array(LOOK.rings.flatMap(({ shipped }) => shipped)),
  ]
  const bytes = columns.map(({ buffer }) => new Uint8Array(buffer))
  const ids = Buffer.from(JSON.stringify([LOOK.rings[0]!.id, LOOK.rings[2]!.id]))
  expect(unpackForecast(deflateRawSync(Buffer.concat([...bytes, ids])))).toEqual(LOOK)
})

it('throws for unknown versions', () => {
  const unknown = new Float64Array([3, AT, 1, 0])
  expect(() => unpackForecast(deflateRawSync(new Uint8Array(unknown.buffer)))).toThrow('format 3')
  const packed = packForecast(LOOK)
  expect(() => unpackForecast(packed.subarray(0, packed.length - 20))).toThrow()
})
