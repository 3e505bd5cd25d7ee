import { describe, expect, it } from 'vitest'
import type { Motion } from '../../contract/nowcast.ts'
import { stormAt } from '../../testing/fakes/fake-storm.ts'
import { destination } from '../geo/geo.ts'
import { reachOf, UNKNOWN_SPEED_KMH } from './storm-reach.ts'

const HERE = { lat: 31, lon: 121 }
/** Its outline is a circle of 10 km. */
const storm = (motion: Motion) => stormAt(HERE, { motion, majorKm: 10, minorKm: 10 })
const at = (bearing: number, km: number) => destination(HERE, bearing, km)

describe('with a course', () => {
  const moving = storm({ kind: 'moving', headingDeg: 90, speedKmh: 60, errorKmh: 10 })

  it('is over a place ahead when its outline arrives, earlier or later by the error', () => {
    const reach = reachOf(moving, at(90, 70))!
    expect(reach.likely).toBe(60)
    expect(reach.earliest).toBe(Math.ceil((60 * 60) / 70))
    expect(reach.latest).toBe(Math.ceil((60 * 60) / 50))
  })

  it('is where it is now', () => {
    expect(reachOf(moving, at(0, 5))).toMatchObject({ earliest: 0, likely: 0 })
  })

  it('may reach places aside within the error, and none behind or beyond two hours', () => {
    expect(reachOf(moving, at(102, 80))).toMatchObject({ likely: null })
    expect(reachOf(moving, at(270, 40))).toBeNull()
    expect(reachOf(moving, at(90, 170))).toBeNull()
  })
})

it.each<[string, Motion, number]>([
  ['unknown', { kind: 'unknown' }, UNKNOWN_SPEED_KMH],
  ['slow', { kind: 'slow', belowKmh: 20 }, 20],
  ['uncertain', { kind: 'moving', headingDeg: 90, speedKmh: 30, errorKmh: 15 }, 45],
])('without a course, of a motion that is %s, may go anywhere as fast as that', (_, motion, kmh) => {
  for (const bearing of [0, 90, 180, 270]) {
    expect(reachOf(storm(motion), at(bearing, 10 + 2 * kmh - 1))).toMatchObject({ likely: null, latest: null })
    expect(reachOf(storm(motion), at(bearing, 10 + 2 * kmh + 1))).toBeNull()
  }
})
