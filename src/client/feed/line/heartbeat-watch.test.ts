import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createHeartbeatWatch } from './heartbeat-watch.ts'

function setUp() {
  const clock = createFakeClock()
  const events = { silent: vi.fn(), heardAgain: vi.fn() }
  const watch = createHeartbeatWatch({ clock, random: () => 0, ...events })
  watch.told(1_000)
  /** Returns the silence after which it counts as silent. */
  async function silentAfterMs(): Promise<number> {
    events.silent.mockClear()
    let waitedMs = 0
    for (; events.silent.mock.calls.length === 0; waitedMs += 100) await clock.advance(100)
    watch.heard()
    return waitedMs
  }
  async function speaks(seconds: number): Promise<void> {
    for (let i = 0; i < seconds; i++) {
      await clock.advance(1_000)
      watch.heard()
    }
  }
  return { silentAfterMs, speaks, events }
}

it('waits twice as long after the next failure, four times at most', async () => {
  const { silentAfterMs, events } = setUp()
  expect(await silentAfterMs()).toBe(1_600)
  expect(await silentAfterMs()).toBe(3_200)
  expect(await silentAfterMs()).toBe(6_400)
  expect(await silentAfterMs()).toBe(6_400)
  expect(events.heardAgain).toHaveBeenCalledTimes(4)
})

it('waits half as long again after some seventy heartbeats in a row', async () => {
  const { silentAfterMs, speaks } = setUp()
  for (let i = 0; i < 3; i++) await silentAfterMs()
  await speaks(70)
  expect(await silentAfterMs()).toBe(3_200)
  await speaks(300)
  expect(await silentAfterMs()).toBe(1_600)
})
