import { describe, expect, it } from 'vitest'
import type { Storm } from '../../../contract/nowcast.ts'
import { busiestFirst } from '../../../core/storms/storm-order.ts'
import { ratePerMin } from '../../../core/storms/storm-rate.ts'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { scriptedStrikes } from '../../../testing/fakes/scripted-strikes.ts'
import { toldMinutes } from '../../../testing/nowcast/served-minutes.ts'
import { NORWAY, replayedStrikes, VERMONT } from '../../../testing/replay-kit.ts'
import { listedStorms } from './storm-list.ts'
import { stormShapes } from './storm-shapes.ts'

const START = Date.UTC(2026, 6, 1, 8)
const WORLD = { west: -180, south: -90, east: 180, north: 90 }
const CHINA = { west: 73, south: 15, east: 136, north: 54 }

/** Sources of strikes, observation times, and areas. */
const WORLDS = [
  ...(['crossing', 'outbreak', 'quiet'] as const).map((name) => ({
    name: `the scripted world ${name}`,
    minutes: 12,
    part: CHINA,
    storms: name !== 'quiet',
    begin: async () => scriptedStrikes(name, START),
  })),
  ...[
    { recording: NORWAY, part: { west: 4, south: 57, east: 32, north: 71 } },
    { recording: VERMONT, part: { west: -75, south: 43, east: -73, north: 45 } },
  ].map(({ recording, part }) => ({
    name: `strikes recorded by ${recording.source}`,
    minutes: 45,
    part,
    storms: true,
    begin: () => replayedStrikes(recording, START),
  })),
]

describe.each(WORLDS)('in $name', ({ minutes, part, storms, begin }) => {
  it('the busiest storm is first in the list, and on top of the map, at every minute', async () => {
    const batch = await begin()
    let seen = 0
    for (const { told } of toldMinutes({ batch, airports: [] }, START, minutes)) {
      const found = told.storms
      for (const view of [WORLD, part]) {
        const { listed, inView } = listedStorms(busiestFirst(found, 1, { area: view, airports: [] }), view)
        const most = Math.max(...found.filter((storm) => isWithin(view, storm)).map(rateOf))
        if (inView > 0) expect(rateOf(listed[0]!)).toBe(most)
        seen += inView
      }
      const { middles } = stormShapes(found, () => ({ number: '', text: '', name: '' }), { observed: 1 })
      const rates = middles.features.map(({ properties }) => properties.perMin)
      if (found.length > 0) expect(Math.max(...rates)).toBe(Math.max(...found.map(rateOf)))
    }
    expect(seen > 0).toBe(storms)
  })
})

it('lists a storm on the rise though others are busier, below them', () => {
  const storms = [90, 80, 70, 60, 50, 40, 30].map((strokesPerMin, id) =>
    stormAt({ lat: 30, lon: 110 }, { id, strokesPerMin }),
  )
  Object.assign(storms[6]!, { trend: 'starting', changePerMin: 30 })
  const { listed, inView } = listedStorms(storms, CHINA)
  expect(listed.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 6])
  expect(inView).toBe(7)
})

const rateOf = (storm: Storm) => storm.strokesPerMin!
const isWithin = ({ west, south, east, north }: typeof WORLD, { lat, lon }: Storm) =>
  lat >= south && lat <= north && lon >= west && lon <= east

it('draws no storm as weaker while data are missing', () => {
  const storm = stormAt({ lat: 30, lon: 110 }, { strokes: 150, strokesPerMin: 10 })
  expect(ratePerMin(storm, 1)).toBe(10)
  const silent = { ...storm, strokes: 100, strokesPerMin: null }
  expect(ratePerMin(silent, 10 / 15)).toBe(10)
})
