import { expect, it } from 'vitest'
import { registerRateGateSuite } from '../../testing/engines/rate-gate-suite.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLocalRateGate } from './local-rate-gate.ts'

registerRateGateSuite('of one process', (clock) => createLocalRateGate({ clock }))

it('blocks all callers while paused, and then admits the most urgent one first', async () => {
  const clock = createFakeClock()
  let may = false
  const gate = createLocalRateGate({ clock, mayPass: () => may })
  const passed: string[] = []
  for (const priority of ['rest', 'lightning'] as const) void gate.enter(priority).then(() => passed.push(priority))
  await clock.advance(2_000)
  expect(passed).toEqual([])
  may = true
  await clock.advance(30)
  expect(passed).toEqual(['lightning'])
})
