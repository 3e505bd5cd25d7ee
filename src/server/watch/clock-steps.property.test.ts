import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRow } from '../../contract/watch/alarms.ts'
import { HOUR_MS, SECOND_MS } from '../../core/time/durations.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { setUpHistory } from '../../testing/history-kit.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'

const RUNS = Number(process.env.FAULT_RUNS ?? 8)
const HOLD_MIN = 5
const HOLD_S = HOLD_MIN * 60
const STEP_MAX_S = (2 * HOUR_MS) / SECOND_MS
const LENGTH_S = 300

const second = fc.integer({ min: 1, max: LENGTH_S })
const steps = fc.array(fc.record({ atS: second, byS: fc.integer({ min: -STEP_MAX_S, max: STEP_MAX_S }) }), {
  minLength: 1,
  maxLength: 2,
})

it('clock steps of two hours never end a level before its hold time was observed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(second, { minLength: 1, maxLength: 6 }), steps, async (strikesAtS, clockSteps) => {
      const clock = createFakeClock()
      const { history } = setUpHistory({ clock })
      const world = await setUpWatch({ clock, history, places: [placeOf('golf', { holdMin: HOLD_MIN })] })
      const beganMs = clock.monotonicMs()
      const passedS = () => (clock.monotonicMs() - beganMs) / SECOND_MS
      const ends: number[] = []
      world.watch.writer.onAlarms((kept) => {
        const isEnd = kept.some(({ alarm }) => isRow(alarm) && alarm.cause?.kind === 'hold-ended')
        if (isEnd) ends.push(passedS())
      })
      for (let atS = 0; atS < LENGTH_S + 2 * HOLD_S; atS++) {
        for (const each of clockSteps) if (each.atS === atS) clock.step(each.byS * SECOND_MS)
        if (strikesAtS.includes(atS)) world.strike(3)
        await world.run(1)
      }
      for (const endS of ends) {
        const struckS = strikesAtS.filter((atS) => atS < endS)
        // A clock set forward skips time that counts as unobserved.
        const steppedS = clockSteps.filter(({ atS, byS }) => atS < endS && byS > 2).map(({ atS }) => atS)
        // Both fall within the second that they are counted from.
        expect(endS).toBeGreaterThan(Math.max(...struckS, ...steppedS) + HOLD_S - 1)
      }
      expect(ends.length).toBeGreaterThan(0)
    }),
    { numRuns: RUNS, seed: Number(process.env.FAULT_SEED ?? 1) },
  )
})
