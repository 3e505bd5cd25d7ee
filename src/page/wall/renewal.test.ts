import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import type { ServerSight } from '../live/server-watch.ts'
import { renewByItself } from './use-renewal.ts'

type Answer = Exclude<ServerSight, { kind: 'unreachable' }>

function setUp() {
  const clock = createFakeClock()
  const at = { wakes: [] as number[], reloads: [] as number[], checks: [] as number[] }
  const world = { server: { kind: 'same' } as Answer | 'refuses' | 'swallows', well: true, mayReload: true }
  const secondsSinceStart = () => Math.round(clock.monotonicMs()) / 1_000
  const stop = renewByItself({
    clock,
    checkServer(timeoutMs) {
      at.checks.push(secondsSinceStart())
      const { server } = world
      if (server === 'refuses') return Promise.reject(new Error('refused'))
      if (server !== 'swallows') return Promise.resolve(server)
      return new Promise((_, reject) => clock.after(timeoutMs, () => reject(new Error('no answer'))))
    },
    isWell: () => world.well,
    wake: () => at.wakes.push(secondsSinceStart()),
    mayReload: () => world.mayReload,
    reload: () => at.reloads.push(secondsSinceStart()),
  })
  return { clock, world, at, stop }
}

it('polls rarely while healthy, and often during a fault', async () => {
  const { clock, world, at } = setUp()
  await clock.advance(12_010)
  world.well = false
  await clock.advance(8_000)
  expect(at.checks).toEqual([4, 8, 12, 16, 17.5, 19])
})

it.each(['refuses', 'swallows'] as const)(
  'wakes the lines within four seconds of the return of a server that %s',
  async (how) => {
    const { clock, world, at } = setUp()
    for (let outage = 1; outage <= 20; outage++) {
      world.server = how
      world.well = false
      await clock.advance(20_000 + 137 * outage)
      at.wakes.length = 0
      const backS = clock.monotonicMs() / 1_000
      world.server = { kind: 'same' }
      await clock.advance(9_000)
      expect(at.wakes).toHaveLength(1)
      expect(at.wakes[0]! - backS).toBeLessThanOrEqual(4)
      world.well = true
    }
  },
)

it('reloads the page for another version of the server, within its limits', async () => {
  const { clock, world, at, stop } = setUp()
  world.server = { kind: 'changed', to: '0.2.0+b' }
  world.mayReload = false
  await clock.advance(5_000)
  expect(at.reloads).toEqual([])
  world.mayReload = true
  await clock.advance(1_500)
  expect(at.reloads).toHaveLength(1)
  stop()
  await clock.advance(60_000)
  expect(at.reloads).toHaveLength(1)
})
