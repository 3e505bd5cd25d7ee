import { describe, expect, it } from 'vitest'
import { type Look, nextTarget, pixelShift, type Sights } from './wall-target.ts'

const HOME: Look = { kind: 'home', sinceMs: 0 }
const FUZHOU = { lat: 26, lon: 119, perMin: 100 }
const NANNING = { lat: 22.8, lon: 108.3, perMin: 120 }
const sights = (more: Partial<Sights>): Sights => ({ stops: 0, dwellMs: 20_000, storm: null, ...more })

/** The views, second by second, without repeats. */
function watch(seconds: number, see: (second: number) => Partial<Sights>, from: Look = HOME): string[] {
  const said: string[] = []
  let look = from
  for (let second = 0; second <= seconds; second++) {
    look = nextTarget(look, second * 1_000, sights(see(second)))
    const words = look.kind === 'stop' ? `stop ${look.stop}` : look.kind === 'storm' ? `storm ${look.at.lon}` : 'home'
    if (said.at(-1)?.split(' at ')[0] !== words) said.push(`${words} at ${second}`)
  }
  return said
}

it('rests where it is without a tour and a storm', () => {
  expect(nextTarget(HOME, 999_000, sights({}))).toBe(HOME)
})

it('moves from stop to stop and begins again', () => {
  expect(watch(65, () => ({ stops: 3 }))).toEqual(['stop 0 at 0', 'stop 1 at 20', 'stop 2 at 40', 'stop 0 at 60'])
})

describe('a storm', () => {
  it('is shown at once, and the tour continues after a quiet while', () => {
    const storm = (second: number) => (second >= 7 && second < 50 ? FUZHOU : null)
    expect(watch(75, (second) => ({ stops: 2, storm: storm(second) }))).toEqual([
      'stop 0 at 0',
      'storm 119 at 7',
      'stop 0 at 69',
    ])
  })

  it('is left for one that is much busier, but not before its time', () => {
    const other = { ...NANNING, perMin: 151 }
    expect(watch(40, (second) => ({ storm: second < 5 ? FUZHOU : other }))).toEqual([
      'storm 119 at 0',
      'storm 108.3 at 20',
    ])
  })

  it('is not left for one that is as busy', () => {
    expect(watch(90, (second) => ({ storm: second % 2 ? FUZHOU : NANNING }))).toEqual(['storm 108.3 at 0'])
  })

  it('is followed when it wanders, not with each strike', () => {
    const drifting = (second: number) => ({ ...FUZHOU, lon: 119 + second * 0.02 })
    expect(watch(45, (second) => ({ storm: drifting(second) }))).toEqual(['storm 119 at 0', 'storm 119.6 at 30'])
  })
})

it('returns to the default when its tour is removed', () => {
  expect(nextTarget({ kind: 'stop', stop: 3, sinceMs: 0 }, 1_000, sights({}))).toEqual({ kind: 'home', sinceMs: 1_000 })
})

describe('the pixel shift', () => {
  const places = Array.from({ length: 24 * 60 }, (_, minute) => pixelShift(minute * 60_000 + 1, 4))

  it('has steps of one pixel and stays near', () => {
    for (const [i, { x, y }] of places.entries()) {
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(4)
      const before = places[i - 1]
      if (before) expect(Math.abs(x - before.x) + Math.abs(y - before.y)).toBeLessThanOrEqual(2)
    }
  })

  it('moves each minute and visits nearly every position within a day', () => {
    expect(pixelShift(60_000, 4)).toEqual(pixelShift(119_999, 4))
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBeGreaterThan(70)
  })
})
