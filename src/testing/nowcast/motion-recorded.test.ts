import { expect, it } from 'vitest'
import displacements from '../../../data/displacements.json' with { type: 'json' }
import { RECORDED, readRecorded } from '../../../scripts/nowcast/recorded.ts'
import { NowcastStream } from '../../../scripts/nowcast/stream.ts'
import { distanceKm, RAD } from '../../core/geo/geo.ts'

const MINUTE_MS = 60_000
const MATCHED_WITHIN_KM = 20

/** The storms that the command prints for each five minutes of recorded lightning. */
function toldOf({ file, fromMs, toMs, box }: (typeof RECORDED)[number]) {
  const stream = new NowcastStream({ sites: [], radiusKm: 16, everyS: 300 })
  return readRecorded(file)
    .filter(({ timeMs }) => timeMs >= fromMs - 60 * MINUTE_MS && timeMs <= toMs)
    .flatMap(({ timeMs, lat, lon }) => [...stream.take(`${Math.round(timeMs)}000000,${lat},${lon}`)])
    .filter(({ t }) => Date.parse(t) >= fromMs)
    .map(({ t, storms }) => ({ t, storms: storms.filter(({ lat }) => lat >= box.south && lat <= box.north) }))
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

it('finds the motion of nearly all recorded storms, and their later motion', () => {
  let storms = 0
  let told = 0
  const turns: number[] = []
  const speeds: number[] = []
  const measured = new Set(displacements.map(({ storm }) => storm))
  for (const storm of RECORDED.filter(({ name }) => measured.has(name))) {
    for (const look of toldOf(storm)) {
      storms += look.storms.length
      told += look.storms.filter(({ motion }) => motion.kind !== 'unknown').length
      for (const went of displacements.filter(({ at, storm: name }) => at === look.t && name === storm.name)) {
        const same = look.storms
          .filter((each) => each.motion.kind === 'moving' && distanceKm(each, went) < MATCHED_WITHIN_KM)
          .toSorted((a, b) => distanceKm(a, went) - distanceKm(b, went))[0]
        if (same?.motion.kind !== 'moving') continue
        const headingDeg = Math.atan2(went.eastKm, went.northKm) / RAD
        const off = Math.abs(same.motion.headingDeg - headingDeg) % 360
        turns.push(Math.min(off, 360 - off))
        speeds.push(Math.abs(same.motion.speedKmh / (2 * Math.hypot(went.eastKm, went.northKm)) - 1))
      }
    }
  }
  const figures = { storms, told: told / storms, compared: turns.length, turn: median(turns), speed: median(speeds) }
  expect(figures.told).toBeGreaterThanOrEqual(0.8)
  expect(figures.compared).toBeGreaterThanOrEqual(20)
  expect(figures.turn).toBeLessThan(20)
  expect(figures.speed).toBeLessThan(0.3)
})
