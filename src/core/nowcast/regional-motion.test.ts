import { expect, it } from 'vitest'
import { destination } from '../geo/geo.ts'
import { StrikeColumns } from '../strikes/strike-columns.ts'
import { seededRandom } from '../util/random.ts'
import { type Clump, MotionField } from './motion-field.ts'
import { RegionalMotion, WORK_AT_ONCE } from './regional-motion.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const HERE = { lat: 32, lon: 95 }
/** Possible excess of one clump of a dense region over the step limit. */
const ONE_MORE = 2_000

/**
 * Half an hour of storms that move east at 60 km/h, each with this number of strikes a minute; the first is here now.
 */
function* storms(count: number, strokesPerMin: number, radiusKm = 12) {
  const random = seededRandom('regional-motion')
  for (let storm = 0; storm < count; storm++) {
    const at = storm === 0 ? HERE : { lat: 20 + 25 * random(), lon: 80 + 30 * random() }
    for (let minute = -30; minute < 0; minute += 1 / strokesPerMin) {
      const middle = destination(at, 90, minute)
      yield { timeMs: NOW + minute * MINUTE, ...destination(middle, 360 * random(), radiusKm * random()) }
    }
  }
}

it('does bounded work in each step, and uses the previous update until the last one', () => {
  const motion = new RegionalMotion()
  for (const { timeMs, lat, lon } of storms(30, 100, 40)) motion.bins.add(timeMs, lat, lon)
  motion.begin(NOW)
  const steps: number[] = []
  for (let work = motion.step(); work > 0; work = motion.step()) {
    steps.push(work)
    if (work >= WORK_AT_ONCE) expect(motion.field.at(HERE.lat, HERE.lon)).toBeNull()
  }
  expect(steps.length).toBeGreaterThan(5)
  expect(Math.max(...steps)).toBeLessThan(WORK_AT_ONCE + ONE_MORE)
  const { east, error } = motion.field.at(HERE.lat, HERE.lon)!
  expect(Math.abs(east - 60)).toBeLessThan(error)
})

it('costs an outbreak no more than a few storms more', () => {
  const workOf = (strokesPerMin: number) => {
    const motion = new RegionalMotion()
    for (const { timeMs, lat, lon } of storms(1, strokesPerMin, 120)) motion.bins.add(timeMs, lat, lon)
    motion.begin(NOW)
    let sum = 0
    for (let work = motion.step(); work > 0; work = motion.step()) sum += work
    return sum
  }
  expect(workOf(3_000)).toBeLessThan(3 * workOf(100))
})

it('limits the number of regions with votes, for any distribution of lightning', () => {
  const recent: Clump[] = Array.from({ length: 90 }, (_, i) => ({ n: 3, lat: 30, lon: 2 * i, ageMin: 2, strength: 0 }))
  const older = recent.map((clump) => ({ ...clump, lon: clump.lon - 0.1, ageMin: 12 }))
  /** Only the fading of votes remains. */
  const fading = (regionsMax: number) => {
    const field = new MotionField(regionsMax)
    Array.from(field.updateInSteps(recent, older, 1))
    return Array.from(field.updateInSteps([], [], 1)).length
  }
  expect(fading(1_000)).toBe(90)
  expect(fading(50)).toBe(50)
})

function columnsOf(strikes: Iterable<{ timeMs: number; lat: number; lon: number }>): StrikeColumns {
  const columns = new StrikeColumns()
  const records = Array.from(strikes, ({ timeMs, lat, lon }) => ({ time: timeMs * 1e6, lat, lon }))
  columns.push(records, NOW, false)
  return columns
}

it('needs one step with lightning in few places', () => {
  const motion = new RegionalMotion()
  motion.take(columnsOf(storms(1, 5)), NOW)
  expect(motion.step()).toBe(0)
  expect(motion.field.at(HERE.lat, HERE.lon)!.east).toBeGreaterThan(50)
})

it('adds many strikes step by step', () => {
  const motion = new RegionalMotion()
  const columns = columnsOf(storms(20, 100))
  motion.take(columns, NOW)
  expect(motion.step()).toBe(0)
  for (let look = 0; look < 100; look++) motion.take(columns, NOW)
  expect(motion.field.at(HERE.lat, HERE.lon)!.east).toBeGreaterThan(50)
})

it('adds nothing again if a moment of the same minute is computed again', () => {
  const motion = new RegionalMotion()
  const columns = columnsOf(storms(20, 100))
  for (let look = 0; look < 100; look++) motion.take(columns, NOW + 2_000)
  motion.take(columns, NOW + 1_000)
  while (motion.step() > 0);
  expect(motion.field.at(HERE.lat, HERE.lon)!.east).toBeGreaterThan(50)
})
