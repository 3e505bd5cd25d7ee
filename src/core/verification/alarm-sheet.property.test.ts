import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HORIZONS_MIN } from '../../contract/nowcast.ts'
import { levelOf, runLevels } from '../../testing/levels/level-world.ts'
import { alarmsOf } from './alarm-sheet.ts'
import { PARTS } from './score-sums.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 8)
const TO_MS = FROM_MS + 5_400_000
const second = (max: number) => fc.integer({ min: 1, max }).map((s) => FROM_MS + s * 1_000)

const level = fc
  .record({
    holdMin: fc.integer({ min: 5, max: 30 }),
    strikes: fc.integer({ min: 1, max: 3 }),
    withChance: fc.boolean(),
  })
  .map(({ holdMin, strikes, withChance }) => {
    const chance = { percent: 50, withinMin: 30 as const }
    return levelOf('r5', 5, holdMin, { strikes, ...(withChance && { chance }) })
  })
const strikes = fc.array(
  fc.record({ timeMs: second(5_400), ms: fc.integer({ min: 0, max: 999 }), km: fc.constantFrom(3, 4.5, 9) }),
  { maxLength: 60 },
)
const gap = fc
  .record({ fromMs: second(5_000), s: fc.integer({ min: 1, max: 1_500 }) })
  .map(({ fromMs, s }) => ({ fromMs, toMs: fromMs + s * 1_000 }))
/** By minute: met, not met, or unknown. */
const nowcasts = fc.array(fc.constantFrom(true, false, null), { minLength: 90, maxLength: 90 })

it('the bench and the engine, driven each second, agree to the second on when a level is on', () => {
  fc.assert(
    fc.property(level, strikes, fc.option(gap), nowcasts, (each, struck, lost, minutes) => {
      const gaps = lost ? [lost] : []
      const known = struck
        .map(({ timeMs, ms, km }) => ({ timeMs: timeMs - ms, km }))
        .filter(({ timeMs }) => gaps.every(({ fromMs, toMs }) => timeMs < fromMs || timeMs >= toMs))
        .sort((a, b) => a.timeMs - b.timeMs)
      const looks = minutes.map((isMet, i) => ({ atMs: FROM_MS + i * 60_000, isMet: i === 0 ? false : isMet }))
      const { rows } = runLevels({
        levels: [each],
        strikes: known,
        gaps,
        fromMs: FROM_MS,
        toMs: TO_MS,
        nowcasts: looks.flatMap(({ atMs, isMet }) => (isMet === null ? [] : [{ atMs, isMet }])),
      })
      const ofEngine = rows.map(({ levels: [one], at }) => (one!.state === 'on' ? `on ${one!.since}` : `off ${at}`))
      const told = looks.map(({ atMs, isMet }) => {
        const chances = HORIZONS_MIN.map(() => (isMet ? PARTS : 0))
        return { atMs, rings: isMet === null ? null : new Map([[5, chances]]) }
      })
      const rule = { level: each, chanceKm: each.chance ? 5 : null }
      const { alarms } = alarmsOf(rule, known, { fromMs: FROM_MS, toMs: TO_MS }, { missing: gaps, told })
      const iso = (ms: number) => new Date(ms).toISOString()
      const ofBench = alarms.flatMap(({ fromMs, toMs }) => [
        `on ${iso(fromMs)}`,
        ...(toMs === Number.POSITIVE_INFINITY ? [] : [`off ${iso(toMs)}`]),
      ])
      expect(ofBench).toEqual(ofEngine)
    }),
    { numRuns: 20 },
  )
})
