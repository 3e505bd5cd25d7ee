import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE } from '../../testing/fakes/fake-source.ts'
import { createFollowedSource } from './followed-source.ts'
import type { LeaderWord } from './leader-word.ts'

it('claims nothing of the present where the log is silent for two seconds, whatever is said of the lines', async () => {
  const clock = createFakeClock()
  const nothing = { strikes: [], reports: [], observed: [], gaps: [], coveredMs: { lightning: null, metar: null } }
  const source = createFollowedSource({
    ...{ clock, simulated: true, pointsPerDay: 1, takenNumber: 0, logName: 'log', ask: async () => null, opened() {} },
    remembered: { ...nothing, simulated: true, aheadMs: 0 } as never,
    closed: async () => {},
  })
  const links = { lightning: LIVE, metar: LIVE }
  const fromMs = clock.now()
  let coveredMs = fromMs
  for (let number = 1; number <= 30; number++) {
    await clock.advance(1_000)
    source.hear({ term: 1, number, dueNumber: number, links, nowMs: clock.now() } as LeaderWord)
    const toMs = clock.now()
    source.take(number, [{ of: 'lightning', event: { kind: 'observed', fromMs: coveredMs, toMs } }])
    coveredMs = toMs
  }
  await clock.advance(1_500)
  expect(source.notObserved?.(fromMs, clock.now())).toEqual([])
  await clock.advance(1_000)
  expect(source.links().lightning.state).toBe('live')
  const nowMs = clock.now()
  const [hole] = source.notObserved?.(fromMs, nowMs) ?? []
  expect(hole!.toMs).toBe(nowMs)
  expect(hole!.fromMs).toBeLessThan(nowMs - 10_000)
})
