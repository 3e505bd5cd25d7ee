import { expect, it } from 'vitest'
import { createStormBadges } from './storm-badges.ts'
import type { StormTrend } from './storm-cells.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const SECOND = 1_000

/** The badges of one storm, second by second, whose rate was 100 a minute five minutes before. */
function badgesOf(...steps: [trend: StormTrend | null, percent: number][]) {
  const badges = createStormBadges()
  return steps.map(([trend, percent], i) => {
    const storm = { id: 7, trend, strokesPerMin: 100 + percent, changePerMin: trend === null ? null : percent }
    return badges([storm], NOW + i * SECOND).get(7) ?? null
  })
}

it('comes with a trend, and stays until a tenth of a change is left', () => {
  expect(
    badgesOf(['steady', 24], ['growing', 26], ['steady', 24], ['steady', 11], ['steady', 9], ['steady', 24]),
  ).toEqual([
    null,
    { kind: 'rising', percent: 25 },
    { kind: 'rising', percent: 25 },
    { kind: 'rising', percent: 10 },
    null,
    null,
  ])
  expect(badgesOf(['weakening', -30], ['steady', -12], ['steady', 12])).toEqual([
    { kind: 'falling', percent: -30 },
    { kind: 'falling', percent: -10 },
    null,
  ])
})

it('does not change its number with each stroke', () => {
  const told = badgesOf(['growing', 38], ['growing', 43], ['growing', 44.9], ['growing', 45.1], ['growing', 41])
  expect(told.map((badge) => badge && 'percent' in badge && badge.percent)).toEqual([40, 40, 40, 45, 45])
})

it('says of a storm that starts no more than that, and nothing where nothing is known', () => {
  expect(badgesOf(['starting', 900], ['growing', 900], [null, 0])).toEqual([
    { kind: 'new' },
    { kind: 'rising', percent: 900 },
    null,
  ])
})

it('forgets what was before a leap in time', () => {
  const badges = createStormBadges()
  const storm = (percent: number, trend: StormTrend) => [
    { id: 7, trend, strokesPerMin: 100 + percent, changePerMin: percent },
  ]
  expect(badges(storm(40, 'growing'), NOW).size).toBe(1)
  expect(badges(storm(15, 'steady'), NOW + 30 * SECOND).size).toBe(1)
  expect(badges(storm(15, 'steady'), NOW - 600 * SECOND).size).toBe(0)
})
