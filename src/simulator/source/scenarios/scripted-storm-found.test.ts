import { expect, it } from 'vitest'
import { distanceKm } from '../../../core/geo/geo.ts'
import { STORM_PERIOD_MS } from '../../../core/storms/storm-cells.ts'
import { toldMinutes } from '../../../testing/nowcast/served-minutes.ts'
import { createStormField } from '../storms/storms.ts'
import { createStrikeMaker } from '../storms/strikes.ts'
import { CROSSING } from './scripted-crossing.ts'

const START = Date.UTC(2026, 6, 1, 8)
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Properties measured from the strikes of the scripted storm, compared with its script. */
it('finds the scripted storm where, as fast and as strong as it was scripted', () => {
  const storms = createStormField({ seed: 1, scenario: 'crossing', startedAtMs: START, recordsPerSecond: 60 })
  const maker = createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false })
  const line = (ms: number) => storms.cellsAt(ms).filter(({ id }) => id.startsWith('crossing-'))
  const nowMs = START + 15 * MINUTE_MS
  const minutes = [...toldMinutes({ batch: maker.batch, airports: [] }, START, 15)]

  const middle = line(nowMs)[Math.floor(CROSSING.cells / 2)]!
  const [storm] = minutes.at(-1)!.told.storms.toSorted((a, b) => distanceKm(a, middle) - distanceKm(b, middle))
  let strokes = 0
  for (let ms = nowMs - STORM_PERIOD_MS; ms < nowMs; ms += SECOND_MS) {
    strokes += line(ms).reduce((sum, cell) => sum + cell.strokesPerSecond, 0)
  }
  const scriptedPerMin = strokes / (STORM_PERIOD_MS / MINUTE_MS)

  expect(distanceKm(storm!, middle)).toBeLessThan(5)
  expect(storm!.motion.kind).toBe('moving')
  if (storm!.motion.kind !== 'moving') return
  expect(Math.abs(storm!.motion.headingDeg - CROSSING.headingDeg)).toBeLessThan(15)
  expect(Math.abs(storm!.motion.speedKmh / CROSSING.speedKmh - 1)).toBeLessThan(0.1)
  expect(Math.abs(storm!.strokesPerMin! / scriptedPerMin - 1)).toBeLessThan(0.1)
})
