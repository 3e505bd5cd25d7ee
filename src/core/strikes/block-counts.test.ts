import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { fixedBox, isInBox } from '../geo/fixed-box.ts'
import type { Box } from '../geo/geo.ts'
import { seededRandom } from '../util/random.ts'
import { unitsBefore, unitsOf, wrapUnits } from './packed-strike-time.ts'
import { StrikeColumns } from './strike-columns.ts'
import { isSuperseded, isWeak } from './strike-quality.ts'
import type { Chosen } from './strike-scan.ts'

const T = Date.UTC(2026, 6, 1, 8)
const BOXES = [
  { west: 100, south: 20, east: 110, north: 35 },
  { west: 175, south: -10, east: 185, north: 10 },
]
const CHOICES: Chosen[] = [{}, { firm: true }, {}, { records: true }]

describe('counts in a box', () => {
  it('are equal with and without earlier queries, as records arrive, are superseded, expire and are evicted', () => {
    const random = seededRandom(4)
    const columns = new StrikeColumns({ keptMs: 40_000, capacity: 32_768 })
    const came: StrikeRecord[][] = []
    for (let second = 0; second < 90; second++) {
      const nowMs = T + second * 1_000
      const fresh = Array.from({ length: 700 }, () => recordAt(nowMs - random() * 900, random() * 10, random() * 12))
      // Better records of earlier strokes: the count of a full block changes.
      const late = (came.at(-8) ?? []).slice(0, 40).map(better)
      came.push(fresh)
      columns.push([...fresh, ...late], nowMs, true)
      const box = BOXES[second < 60 ? 0 : 1]!
      const chosen = CHOICES[Math.floor(second / 15) % CHOICES.length]!
      expect(columns.countSince(nowMs - 30_000, box, chosen)).toBe(oneByOne(columns, nowMs - 30_000, box, chosen))
    }
    expect(columns.first).toBeGreaterThan(0)
  })
})

function recordAt(timeMs: number, north: number, east: number): StrikeRecord {
  const lon = 98 + east + (east > 6 ? 75 : 0)
  return {
    time: timeMs * 1e6,
    lat: 18 + north - (east > 6 ? 20 : 0),
    lon: lon > 180 ? lon - 360 : lon,
    mds: 12_000,
    mcg: 220,
  }
}

function better(record: StrikeRecord): StrikeRecord {
  return { ...record, time: Number(record.time) + 60_000, lon: record.lon + 0.001, mds: 6_000, mcg: 240 }
}

function oneByOne(columns: StrikeColumns, sinceMs: number, box: Box, { records, firm }: Chosen): number {
  const fixed = fixedBox(box)
  const since = wrapUnits(unitsOf(sinceMs))
  let count = 0
  columns.forRuns(columns.first, columns.end, (words, from, held) => {
    for (let i = from; i < from + held * 4; i += 4) {
      const quality = words[i + 3]!
      if ((!records && isSuperseded(quality)) || (firm && isWeak(quality))) continue
      if (isInBox(fixed, words[i]!, words[i + 1]!) && unitsBefore(since, words[i + 2]!) <= 0) count++
    }
  })
  return count
}
