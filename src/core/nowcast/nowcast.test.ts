import { describe, expect, it } from 'vitest'
import model from '../../../data/nowcast-model.json' with { type: 'json' }
import { destination, type LatLon } from '../geo/geo.ts'
import { shapeOf } from '../places/place-shape.ts'
import { seededRandom } from '../util/random.ts'
import { resultOf } from '../util/steps.ts'
import { Nowcast, type Outlook } from './nowcast.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const HERE = { lat: 31, lon: 121 }

interface Script {
  /** The present position. */
  at: LatLon
  headingDeg?: number
  speedKmh?: number
  strokesPerMin?: number
  sigmaKm?: number
  /** It strikes only within every other period of ten minutes. */
  pulsing?: boolean
}

function nowcastOf(scripts: readonly Script[], seed = 'nowcast', minutes = 60): Nowcast {
  const random = seededRandom(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const nowcast = new Nowcast(model)
  for (const { at, headingDeg = 90, speedKmh = 0, strokesPerMin = 3, sigmaKm = 4, pulsing = false } of scripts) {
    for (let minute = -minutes; minute < 0; minute += 1 / strokesPerMin) {
      if (pulsing && Math.floor(-minute / 10) % 2 === 1) continue
      const ago = -minute - (random() * 0.9) / strokesPerMin
      const middle = destination(at, headingDeg + 180, (speedKmh * ago) / 60)
      const { lat, lon } = destination(destination(middle, 90, gauss() * sigmaKm), 0, gauss() * sigmaKm)
      nowcast.add(NOW - ago * MINUTE, lat, lon)
    }
  }
  return nowcast
}

const ringAt = ({ lat, lon }: LatLon, ringKm = 16) => ({
  shape: shapeOf({ type: 'Point', coordinates: [lon, lat] }),
  ringKm,
})

function outlookOf(scripts: readonly Script[], places: readonly LatLon[] = [HERE], minutes?: number): Outlook {
  const nowcast = nowcastOf(scripts, 'nowcast', minutes)
  const rings = places.map((place) => ringAt(place))
  // Updates every five minutes, as on a server: motion is derived between updates.
  for (let ago = 30; ago > 0; ago -= 5) nowcast.outlook(rings, NOW - ago * MINUTE)
  return nowcast.outlook(rings, NOW)
}

/** A storm 45 km to the west that approaches at 60 km/h. */
const COMING: Script = { at: destination(HERE, 270, 45), headingDeg: 90, speedKmh: 60 }

describe('an approaching storm', () => {
  it('has its motion and its arrival at the ring', () => {
    const { storms, rings } = outlookOf([COMING])
    expect(storms[0]!.motion).toMatchObject({ kind: 'moving' })
    const { arrival } = rings[0]!
    const likelyMin = (Date.parse(arrival!.likely) - NOW) / MINUTE
    expect(likelyMin).toBeGreaterThan(20)
    expect(likelyMin).toBeLessThan(50)
    expect(arrival!.earliest <= arrival!.likely && arrival!.likely <= arrival!.latest).toBe(true)
  })

  it('is likelier the longer one waits, and likelier here than behind it', () => {
    const [here, behind] = outlookOf([COMING], [HERE, destination(HERE, 270, 120)]).rings
    const chances = here!.chances as number[]
    expect(chances).toEqual(chances.toSorted((a, b) => a - b))
    expect(here!.chances![0]!).toBeLessThan(0.1)
    expect(here!.chances![3]!).toBeGreaterThan(0.5)
    expect(here!.chances![3]!).toBeGreaterThan(3 * behind!.chances![3]!)
    expect(behind!.arrival).toBeNull()
  })

  it.each([
    ['across the antimeridian', { lat: -18, lon: -179.8 }],
    ['in the far north', { lat: 69.5, lon: 27 }],
  ])('arrives %s as anywhere', (_, place) => {
    const { rings } = outlookOf([{ ...COMING, at: destination(place, 270, 45) }], [place])
    expect(rings[0]!.chances![3]!).toBeGreaterThan(0.5)
    expect(rings[0]!.arrival).not.toBeNull()
  })

  it('is found from a dozen strokes in half an hour', () => {
    const { rings } = outlookOf([{ ...COMING, strokesPerMin: 0.8, sigmaKm: 3 }])
    expect(rings[0]!.chances![3]!).toBeGreaterThan(0.2)
  })
})

it.each([1, 10, 200, 1_000])(
  'expects strikes where a storm of %s strokes a minute is stationary, at any rate',
  (strokesPerMin) => {
    const nowcast = nowcastOf([{ at: HERE, strokesPerMin }])
    for (const { chances } of nowcast.outlook(
      [5, 16].map((km) => ringAt(HERE, km)),
      NOW,
    ).rings) {
      expect(chances![2]!).toBeGreaterThan(0.6)
    }
  },
)

it('is calm without strikes, and unknown without observation', () => {
  const calm = new Nowcast(model).outlook([ringAt(HERE)], NOW).rings[0]!
  expect(calm.chances![3]!).toBeLessThan(0.01)
  const unwatched = nowcastOf([COMING]).outlook([ringAt(HERE)], NOW, [0.5, 1, 1]).rings[0]!
  expect(unwatched.chances).toBeNull()
})

it('uses no data from after its moment', () => {
  const rings = [ringAt(HERE)]
  const before = nowcastOf([COMING])
  const after = nowcastOf([COMING])
  for (let i = 0; i < 500; i++) after.add(NOW + i * 1_000, HERE.lat, HERE.lon)
  expect(after.outlook(rings, NOW)).toEqual(before.outlook(rings, NOW))
})

it('gives stationary, pulsing storms no motion', () => {
  const random = seededRandom('standing')
  let moving = 0
  let told = 0
  for (let i = 0; i < 40; i++) {
    const at = { lat: -10 + 30 * random(), lon: -180 + 360 * random() }
    const cells = Array.from({ length: 3 }, () => ({
      at: destination(at, 360 * random(), 25 * random()),
      strokesPerMin: 1 + 5 * random(),
      pulsing: random() < 0.7,
    }))
    const nowcast = nowcastOf(cells, `standing.${i}`)
    for (let ago = 25; ago >= 0; ago -= 5) {
      for (const { motion } of nowcast.outlook([], NOW - ago * MINUTE).storms) {
        told++
        if (motion.kind === 'moving' && motion.speedKmh >= 10) moving++
      }
    }
  }
  expect(told).toBeGreaterThan(100)
  expect(moving / told).toBeLessThan(0.05)
})

it('follows a storm through a silence', () => {
  const nowcast = nowcastOf([{ ...COMING, pulsing: true, strokesPerMin: 6 }])
  const ids = new Set<number>()
  for (let ago = 45; ago >= 0; ago -= 5) {
    for (const { id } of nowcast.outlook([], NOW - ago * MINUTE).storms) ids.add(id)
  }
  expect(ids.size).toBe(1)
})

it('reports a storm in progress in a struck ring, without a time', () => {
  const [here] = outlookOf([{ at: HERE }]).rings
  expect(here).toMatchObject({ inProgress: true, arrival: null })
  expect(here!.stormId).not.toBeNull()
})

it('has the storm that comes after the one in progress, and none if there is no other', () => {
  const [here] = outlookOf([{ at: HERE }, COMING]).rings
  expect(here).toMatchObject({ inProgress: true, arrival: null })
  expect(here!.next!.stormId).not.toBe(here!.stormId)
  expect((here!.next!.atMs - NOW) / MINUTE).toBeGreaterThan(5)
  expect((here!.next!.atMs - NOW) / MINUTE).toBeLessThanOrEqual(60)
  expect(outlookOf([{ at: HERE }]).rings[0]!.next).toBeNull()
  expect(outlookOf([COMING]).rings[0]!.next).toBeNull()
})

it('has the same probabilities for any point as for a place there', () => {
  const nowcast = nowcastOf([COMING])
  const points = [HERE, destination(HERE, 270, 30)]
  const { rings } = nowcast.outlook(
    points.map((point) => ringAt(point)),
    NOW,
  )
  const chances = rings.map((ring) => ring.chances)
  expect(points.map(resultOf(nowcast.samplerInSteps(16, NOW)).at)).toEqual(chances)
  nowcast.outlook([], NOW)
  expect(points.map(resultOf(nowcast.samplerInSteps(16, NOW)).at)).toEqual(chances)
})
