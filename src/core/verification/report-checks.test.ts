import { describe, expect, it } from 'vitest'
import { checkReports, figuresOf, type StrokeNear } from './report-checks.ts'

const AT_MS = Date.UTC(2026, 6, 1, 8)
const MINUTE_MS = 60_000
const always = () => true

function figures(weather: string[], ...strokes: [minutesBefore: number, km: number][]) {
  const near = strokes.map(([before, km]): StrokeNear => ({ timeMs: AT_MS - before * MINUTE_MS, km }))
  return figuresOf(checkReports([{ obsTimeMs: AT_MS, weather }], near, always))
}

describe('thunder in a report against the strokes of the ten minutes before', () => {
  it('is right if TS has a stroke within 8 km, and VCTS from there to 16 km', () => {
    expect(figures(['+TSRA'], [3, 7.9])).toMatchObject({ hits: 1, pod: 1, far: 0 })
    expect(figures(['VCTS'], [3, 8.1])).toMatchObject({ hits: 1 })
    expect(figures(['TS'], [3, 12])).toMatchObject({ hits: 0, otherBand: 1, pod: 1, far: 0 })
    expect(figures(['VCTS'], [3, 2], [1, 12])).toMatchObject({ otherBand: 1 })
  })

  it('is missing with strikes but without a report of thunder', () => {
    expect(figures(['-RA'], [3, 8])).toMatchObject({ missingAt: 1, pod: 0, far: null })
    expect(figures([], [3, 16])).toMatchObject({ missingVicinity: 1 })
    expect(figures([], [3, 16.1])).toMatchObject({ missingVicinity: 0, quiet: 1, pod: null })
  })

  it('is over-reported without strikes within 16 km, with the distance of the nearest', () => {
    expect(figures(['TS'], [3, 20])).toMatchObject({ overSeen: 1, far: 1 })
    expect(figures(['VCTS'])).toMatchObject({ overNone: 1, far: 1 })
  })

  it('uses the ten minutes before only', () => {
    expect(figures(['TS'], [10.1, 2], [-0.1, 2])).toMatchObject({ overNone: 1 })
    expect(figures(['TS'], [9.9, 2])).toMatchObject({ hits: 1 })
    expect(figures(['TS'], [0, 2])).toMatchObject({ hits: 1 })
  })

  it('counts strokes that may be within a distance as within it, given a location error', () => {
    const cautious = (weather: string[], km: number) => {
      const strokes = [{ timeMs: AT_MS - MINUTE_MS, km }]
      return figuresOf(checkReports([{ obsTimeMs: AT_MS, weather }], strokes, always, 2))
    }
    expect(cautious(['TS'], 9.9)).toMatchObject({ hits: 1 })
    expect(cautious([], 9.9)).toMatchObject({ missingAt: 1 })
    expect(cautious(['VCTS'], 10.1)).toMatchObject({ hits: 1 })
    expect(cautious([], 17.9)).toMatchObject({ missingVicinity: 1 })
    expect(cautious(['TS'], 18.1)).toMatchObject({ overSeen: 1 })
    expect(cautious(['TS'], 32.1)).toMatchObject({ overNone: 1 })
  })

  it('is excluded and counted if any of them was unobserved', () => {
    const asked: number[] = []
    const counts = checkReports([{ obsTimeMs: AT_MS, weather: ['TS'] }], [], (fromMs, toMs) => {
      asked.push(AT_MS - fromMs, AT_MS - toMs)
      return false
    })
    expect(asked).toEqual([10 * MINUTE_MS, 0])
    expect(figuresOf(counts)).toMatchObject({ reports: 0, overNone: 0, leftOut: 1, pod: null, far: null })
  })
})
