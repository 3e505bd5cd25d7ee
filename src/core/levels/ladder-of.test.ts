import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../contract/watch/alarms.ts'
import { levelOf, runLevels } from '../../testing/levels/level-world.ts'
import { secondEnd } from '../airports/hold-time.ts'
import { laddersOf } from '../places/place.ts'
import { readFeatures } from '../places/read-places.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { ladderOf, type RulesEntry, shorterOuterHold } from './ladder-of.ts'

const RED = [levelOf('red', 5, 15)]
const GOLF = { id: 'golf', group: 'courses', stated: {} }
const ids = (levels: readonly { id: string }[]) => levels.map(({ id }) => id)

describe('the ladders of a place', () => {
  it('are its own levels, else its rings, else those of the last matching rule, else 5, 8 and 16 km', () => {
    const amber = [levelOf('amber', 10, 20)]
    const entries: RulesEntry[] = [
      { places: ['*'], levels: RED },
      { places: ['group:courses'], levels: amber },
      { places: ['elsewhere'], levels: RED },
    ]
    const of = (stated: object) => {
      const { lightning, rule } = ladderOf({ ...GOLF, stated }, entries)
      return [ids(lightning), rule.lightning]
    }
    expect(of({ levels: RED, ringsKm: [7.5] })).toEqual([['red'], 'place'])
    expect(of({ ringsKm: [7.5, 20] })).toEqual([['r7-5', 'r20'], 'place'])
    expect(of({ holdMin: 10 })).toEqual([['r5', 'r8', 'r16'], 'place'])
    expect(of({})).toEqual([['amber'], 'rules'])
    expect(ids(ladderOf({ ...GOLF, group: null }, entries).lightning)).toEqual(['red'])
    expect(ladderOf(GOLF, []).rule).toEqual({ lightning: 'default', weather: 'default' })
  })

  it('have the expectation and the limits of the last rules that state one, setting by setting', () => {
    const entries: RulesEntry[] = [
      { places: ['*'], windMps: 20, approachMin: 15 },
      { places: ['group:farms'], windMps: 12, off: ['speci'] },
      { places: ['west'], approachChance: 0.57 },
    ]
    const golf = ladderOf(GOLF, entries)
    expect(golf.lightning.at(-1)!.expect).toEqual({ percent: 50, withinMin: 15 })
    expect(golf.weather.find(({ id }) => id === 'wind')!.report).toMatchObject({ windMps: 20 })
    expect(golf.weather.find(({ id }) => id === 'ceiling')!.nameZh).toBe('云底高低于150 m')
    expect(golf.rule).toEqual({ lightning: 'default', weather: 'rules' })
    const west = ladderOf({ id: 'west', group: 'farms', stated: {} }, entries)
    expect(west.lightning.at(-1)!.expect).toEqual({ percent: 57, withinMin: 15 })
    expect(west.weather.find(({ id }) => id === 'wind')!.report).toMatchObject({ windMps: 12 })
    expect([golf.tellsSpeci, west.tellsSpeci]).toEqual([true, false])
    const off = ladderOf(GOLF, [{ places: ['golf'], off: ['approach', 'category', 'ceiling'] }])
    expect(off.lightning.some((level) => level.expect)).toBe(false)
    expect(ids(off.weather)).toEqual(['wind', 'visibility'])
  })

  it('are one object for all places with equal ones, and the defaults without a matching rule', () => {
    const entries: RulesEntry[] = [{ places: ['group:courses'], levels: RED }]
    expect(ladderOf({ ...GOLF, id: 'other' }, entries)).toBe(ladderOf(GOLF, entries))
    const farm = { ...GOLF, group: null }
    expect(ladderOf(farm, entries)).toBe(ladderOf(farm, []))
  })

  it('are unique, for ladders by different authors', () => {
    const weather = [{ ...levelOf('red', 0, 10), report: { windMps: 20, scheme: 'icao' as const } }]
    const { lightning, weather: others } = ladderOf({ ...GOLF, stated: { levels: RED } }, [{ places: ['*'], weather }])
    expect([...ids(lightning), ...ids(others)]).toEqual(['red', 'weather-red'])
  })
})

it('finds an outer level that ends before an inner one', () => {
  const ladder = (...holds: number[]) => holds.map((holdMin, i) => levelOf(`r${i}`, 5 + i, holdMin))
  expect(shorterOuterHold(ladder(15, 15, 30))).toBe(null)
  expect(shorterOuterHold(ladder(15, 30, 20))).toMatchObject({ inner: { id: 'r1' }, outer: { id: 'r2' } })
})

const FROM_MS = Date.parse('2026-07-01T08:00:00Z')
const LENGTH_MS = 90 * MINUTE_MS

/**
 * Times at which the earlier ring rule raised an alarm: at a strike after a hold time without strikes. Strikes in
 * order, Unix ms.
 */
function risesIn(ringKm: number, holdMin: number, strikes: readonly { timeMs: number; km: number }[]): number[] {
  let lastMs = Number.NEGATIVE_INFINITY
  return strikes.flatMap(({ timeMs, km }) => {
    if (km > ringKm) return []
    const isQuiet = timeMs >= secondEnd(lastMs) + holdMin * MINUTE_MS
    lastMs = timeMs
    return isQuiet ? [timeMs] : []
  })
}

/** When a level turned on, by the rows. */
function turnsOn(rows: readonly Row[], id: string): number[] {
  return rows.flatMap(({ levels, changed }) => {
    const level = levels.find((each) => each.id === id)
    return level?.state === 'on' && changed.includes(id) ? [Date.parse(level.since!)] : []
  })
}

it('reproduce alerts and alarms by rings alone, for any older file', () => {
  const properties = fc.record(
    {
      ringsKm: fc
        .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 })
        .map((halves) => halves.sort((a, b) => a - b).map((half) => half / 2)),
      holdMin: fc.integer({ min: 5, max: 30 }),
    },
    { requiredKeys: [] },
  )
  const strikes = fc
    .array(
      fc.record({
        timeMs: fc.integer({ min: 0, max: LENGTH_MS }).map((ms) => FROM_MS + ms),
        km: fc.integer({ min: 0, max: 520 }).map((tenths) => tenths / 10 + 0.03),
      }),
      { maxLength: 40 },
    )
    .map((list) => list.sort((a, b) => a.timeMs - b.timeMs))
  fc.assert(
    fc.property(properties, strikes, (said, struck) => {
      const geometry = { type: 'Point', coordinates: [121, 14.5] }
      const [place] = readFeatures([{ type: 'Feature', geometry, properties: { id: 'a', name: 'A', ...said } }]).places
      const { ringsKm, holdMin } = place!
      expect([ringsKm, holdMin]).toEqual([said.ringsKm ?? [5, 8, 16], said.holdMin ?? 30])
      const levels = laddersOf(place!).lightning
      const { rows } = runLevels({ levels, strikes: struck, fromMs: FROM_MS, toMs: FROM_MS + LENGTH_MS + 1_000 })
      const inner = levels[0]!
      const outer = levels.at(-1)!
      expect(turnsOn(rows, outer.id)).toEqual(risesIn(ringsKm.at(-1)!, holdMin, struck))
      expect(turnsOn(rows, inner.id)).toEqual(risesIn(ringsKm[0]!, holdMin, struck))
      const alarms = rows.filter(({ step, stage }) => step === 'up' && stage === 'alarm')
      expect(alarms.map(({ struckAt }) => Date.parse(struckAt!))).toEqual(risesIn(ringsKm[0]!, holdMin, struck))
    }),
    { numRuns: 60 },
  )
})
