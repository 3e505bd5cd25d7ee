import { expect, it } from 'vitest'
import type { Heal } from '../../contract/heals.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { watchHeals } from './heal-watch.ts'
import type { Reload } from './may-reload.ts'

function setUp(reloaded: Reload | null = null) {
  const world = setUpStrikeFeed({ unattended: () => true })
  const graphics = new Emitter<'lost' | 'drawn'>()
  const heals: Heal[] = []
  watchHeals({ clock: world.clock, strikes: world.feed, graphics, reloaded, healed: (heal) => heals.push(heal) })
  return { ...world, graphics, heals }
}

it('reports a lost connection, its duration and cause, once strikes arrive again', async () => {
  const { clock, server, live, heals } = setUp()
  await live()
  server.up = false
  server.drop(1001)
  await clock.advance(30_000)
  expect(heals).toEqual([])
  server.up = true
  await clock.advance(10_000)
  expect(heals).toEqual([
    {
      cause: 'line',
      at: expect.stringMatching(/^2026-07-01T08:00:3\d\.\d+Z$/),
      seconds: expect.any(Number),
      said: 'the socket was closed (1001)',
    },
  ])
  expect(heals[0]!.seconds).toBeGreaterThan(29)
  expect(heals[0]!.seconds).toBeLessThan(36)
})

it('ignores a short interruption', async () => {
  const { clock, server, live, heals } = setUp()
  await live()
  server.drop(4008)
  await clock.advance(60_000)
  expect(heals).toEqual([])
})

it('distinguishes a sleep from a lost connection', async () => {
  const { clock, server, live, wake, heals } = setUp()
  await live()
  server.stall()
  clock.step(600_000)
  wake()
  await clock.advance(5_000)
  expect(heals).toMatchObject([{ cause: 'sleep' }])
  expect(heals[0]!.seconds).toBeGreaterThan(590)
})

it('reports lost graphics when a frame is drawn again', async () => {
  const { clock, graphics, heals } = setUp()
  graphics.emit('drawn')
  graphics.emit('lost')
  await clock.advance(2_500)
  graphics.emit('drawn')
  graphics.emit('drawn')
  expect(heals).toEqual([{ cause: 'graphics', at: '2026-07-01T08:00:02.500Z', seconds: 2.5, said: null }])
})

it('reports a reload once strikes arrive', async () => {
  const { clock, live, heals } = setUp({ cause: 'version', atMs: Date.UTC(2026, 6, 1, 7, 59, 58) })
  await live()
  await clock.advance(5_000)
  expect(heals).toMatchObject([{ cause: 'version' }])
  expect(heals[0]!.seconds).toBeLessThan(10)
})
