import { describe, expect, it } from 'vitest'
import { mercatorX, mercatorY } from '../../../../core/geo/geo.ts'
import { FIXED_WORLD, fixedX, fixedY, latOfFixed, lonOfFixed } from '../../../../core/geo/mercator-fixed.ts'
import { pickFrame } from './pick-frame.ts'

/** A flat map of `worldPx` around a centre, turned by `turnDeg`. */
function flatMap(worldPx: number, centre: { lat: number; lon: number }, turnDeg = 0) {
  const cos = Math.cos((turnDeg * Math.PI) / 180)
  const sin = Math.sin((turnDeg * Math.PI) / 180)
  return (x: number, y: number) => ({
    lon: lonOfFixed((mercatorX(centre.lon) + (x * cos - y * sin) / worldPx) * FIXED_WORLD),
    lat: latOfFixed((mercatorY(centre.lat) + (x * sin + y * cos) / worldPx) * FIXED_WORLD),
  })
}

describe('the frame of a pick', () => {
  it('turns distances on the map into pixels, in a turned view too', () => {
    for (const turn of [0, 50, 200]) {
      const unproject = flatMap(512 * 2 ** 6, { lat: 30, lon: 110 }, turn)
      const frame = pickFrame(unproject, 100, -40)
      const there = unproject(107, -36) // 7 right, 4 down
      const dx = fixedX(there.lon) - frame.x
      const dy = fixedY(there.lat) - frame.y
      expect(dx * frame.pxPerX[0] + dy * frame.pxPerY[0]).toBeCloseTo(7, 3)
      expect(dx * frame.pxPerX[1] + dy * frame.pxPerY[1]).toBeCloseTo(4, 3)
    }
  })

  it('does not mind the antimeridian, nor longitudes that count on beyond it', () => {
    const frame = pickFrame(flatMap(4_096, { lat: 0, lon: 180 }), 3, 0)
    expect(frame.x).toBeLessThan(FIXED_WORLD)
    expect(frame.x).toBeCloseTo((3 / 4_096) * FIXED_WORLD, -2)
    expect(frame.pxPerX[0]).toBeCloseTo(4_096 / FIXED_WORLD, 9)
  })
})
