import { expect, it } from 'vitest'
import type { LiveCell } from './storms-cell.ts'
import { oddStrikes } from './strikes-edge-cases.ts'

const FROM_S = 1_750_000_000
const SECONDS = 3_600
const DEG_PER_SECOND = 1e-4

/** A cell that moves east from its beginning. */
const cellsIn = (second: number): LiveCell[] => [
  {
    id: 'only',
    lat: 30,
    lon: 110 + (second - FROM_S) * DEG_PER_SECOND,
    sigmaKm: 1,
    intensity: 1,
    headingDeg: 90,
    speedKmh: 35,
    strokesPerSecond: second < FROM_S ? 0 : 1,
    positiveShare: 0.1,
    sparse: false,
  },
]

it('places late strikes where the storm was when they struck', () => {
  const late = Array.from({ length: SECONDS }, (_, i) => FROM_S + i)
    .flatMap((second) => oddStrikes(1, second, cellsIn, [], 'documented_like'))
    .filter(({ storedMs, record }) => storedMs - Number(record.time) / 1e6 > 300_000)
  expect(late.length).toBeGreaterThan(10)
  for (const { record } of late) {
    const struckS = Math.floor(Number(record.time) / 1e9)
    expect(struckS).toBeGreaterThanOrEqual(FROM_S)
    expect(record.lon).toBeCloseTo(110 + (struckS - FROM_S) * DEG_PER_SECOND, 3)
  }
})
