import { describe, expect, it } from 'vitest'
import type { StormBadge } from '../../../core/storms/storm-badges.ts'
import { createStormFinder, type StormCell } from '../../../core/storms/storm-cells.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { scriptedStrikes } from '../../../testing/fakes/scripted-strikes.ts'
import { NORWAY, replayedStrikes, VERMONT } from '../../../testing/replay-kit.ts'
import { listedStorms, ratePerMin } from './storm-list.ts'
import { stormShapes } from './storm-shapes.ts'

const START = Date.UTC(2026, 6, 1, 8)
const WORLD = { west: -180, south: -90, east: 180, north: 90 }
const CHINA = { west: 73, south: 15, east: 136, north: 54 }
const NO_BADGES = new Map<number, StormBadge>()

/** Where strikes come from, how long they are looked at, and a part of the world. */
const WORLDS = [
  ...(['crossing', 'outbreak', 'quiet'] as const).map((name) => ({
    ...{ name: `the scripted world ${name}`, minutes: 12, part: CHINA, storms: name !== 'quiet' },
    begin: async () => scriptedStrikes(name, START),
  })),
  ...[
    { recording: NORWAY, part: { west: 4, south: 57, east: 32, north: 71 } },
    { recording: VERMONT, part: { west: -75, south: 43, east: -73, north: 45 } },
  ].map(({ recording, part }) => ({
    ...{ name: `strikes recorded by ${recording.source}`, minutes: 240, part, storms: true },
    begin: () => replayedStrikes(recording, START),
  })),
]

describe.each(WORLDS)('in $name', ({ minutes, part, storms, begin }) => {
  it('the busiest storm is first in the list, and on top of the map, at every minute', async () => {
    const batch = await begin()
    const columns = new StrikeColumns()
    const find = createStormFinder()
    let seen = 0
    for (let second = 0; second <= minutes * 60; second++) {
      const nowMs = START + second * 1_000
      columns.push(batch(nowMs / 1_000), nowMs, true)
      if (second % 60 !== 0) continue
      const found = find({ columns, nowMs, watched: [1, 1, 1] })
      for (const view of [WORLD, part]) {
        const { listed, inView } = listedStorms(found, NO_BADGES, view)
        const most = Math.max(...found.filter((storm) => isWithin(view, storm)).map(rateOf))
        if (inView > 0) expect(rateOf(listed[0]!)).toBe(most)
        seen += inView
      }
      const rates = stormShapes(found, NO_BADGES, () => ({ number: '', text: '', name: '' }), {
        watched: 1,
      }).middles.features.map(({ properties }) => properties.perMin)
      if (found.length > 0) expect(Math.max(...rates)).toBe(Math.max(...found.map(rateOf)))
    }
    expect(seen > 0).toBe(storms)
  })
})

it('lists a storm on the rise though others are busier, below them', () => {
  const storms = [90, 80, 70, 60, 50, 40, 30].map((strokesPerMin, id) => ({ id, lat: 30, lon: 110, strokesPerMin }))
  const badges = new Map([[6, { kind: 'new' } as const]])
  const { listed, inView } = listedStorms(storms as StormCell[], badges, CHINA)
  expect(listed.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 6])
  expect(inView).toBe(7)
})

const rateOf = (storm: StormCell) => storm.strokesPerMin!
const isWithin = ({ west, south, east, north }: typeof WORLD, { lat, lon }: StormCell) =>
  lat >= south && lat <= north && lon >= west && lon <= east

it('draws no storm as weaker for as long as nothing comes', () => {
  const columns = new StrikeColumns()
  const find = createStormFinder()
  const batch = scriptedStrikes('outbreak', START)
  const endMs = START + 15 * 60_000
  for (let nowMs = START; nowMs < endMs; nowMs += 1_000) columns.push(batch(nowMs / 1_000), nowMs, true)
  const share = (fromMs: number, toMs: number) => Math.min(1, Math.max(0, (endMs - fromMs) / (toMs - fromMs)))
  const sumAfter = (silentMs: number) => {
    const nowMs = endMs + silentMs
    const [first, second, third] = [1, 2, 3].map((i) => share(nowMs - i * 300_000, nowMs - (i - 1) * 300_000))
    const watched = [first!, second!, third!] as const
    const storms = find({ columns, nowMs, watched })
    const sum = storms.reduce((all, storm) => all + ratePerMin(storm, (first! + second! + third!) / 3), 0)
    return { sum, isKnown: storms[0]?.strokesPerMin !== null }
  }
  const atFirst = sumAfter(0)
  expect(atFirst.isKnown).toBe(true)
  for (const minutes of [5, 7, 9]) {
    const { sum, isKnown } = sumAfter(minutes * 60_000)
    expect(isKnown).toBe(false)
    expect(sum / atFirst.sum).toBeGreaterThan(0.75)
    expect(sum / atFirst.sum).toBeLessThan(1.35)
  }
})
