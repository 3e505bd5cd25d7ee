import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { wrapLon } from '../../src/core/geo/geo.ts'
import { seededRandom } from '../../src/core/util/random.ts'

const random = seededRandom(11)
const CELLS = Array.from({ length: 120 }, () => ({ lat: -50 + random() * 100, lon: -180 + random() * 360 }))
/** Of ten records: strokes of one record, of two and of four, 2.4 on average as in networks of this kind. */
const GROUPS = [1, 1, 4, 4, 2] as const

/** `count` records, struck evenly from `fromMs` to `toMs`, in storms all over the world and several to a stroke. */
export function makeRecords(count: number, fromMs: number, toMs: number): StrikeRecord[] {
  const records: StrikeRecord[] = []
  const stepMs = (toMs - fromMs) / count
  while (records.length < count) {
    const cell = CELLS[Math.floor(random() * CELLS.length)]!
    const timeMs = fromMs + records.length * stepMs
    const lat = cell.lat + (random() - 0.5) * 2
    const lon = cell.lon + (random() - 0.5) * 2
    const size = GROUPS[Math.floor(random() * GROUPS.length)]!
    for (let i = 0; i < size && records.length < count; i++) {
      records.push({
        time: (timeMs + (i * 40) / 1_000) * 1e6,
        lat: lat + i * 0.05 * (random() - 0.5),
        lon: wrapLon(lon + i * 0.05 * (random() - 0.5)),
        alt: 0,
        pol: Math.floor(random() * 3) - 1,
        mds: 5_000 + Math.floor(random() * 10_000),
        mcg: 80 + Math.floor(random() * 180),
        status: i,
        region: Math.floor(random() * 9),
        arrived_at: new Date(timeMs + 4_000).toISOString(),
      })
    }
  }
  return records
}
