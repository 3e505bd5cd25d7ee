import { expect, it } from 'vitest'
import type { LinkStatus } from '../../contract/brontide.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE } from '../../testing/fakes/fake-source.ts'
import type { LeaderMessage } from './leader-message.ts'
import { createLineStates } from './line-states.ts'

const CONNECTING: LinkStatus = { ...LIVE, state: 'connecting' }

function setUp() {
  const clock = createFakeClock()
  const log = { readNumber: 0 }
  const told: string[] = []
  const lines = createLineStates({
    clock,
    aheadMs: 0,
    readNumber: () => log.readNumber,
    onChange: (feed, { state }) => void told.push(`${feed} ${state}`),
  })
  clock.every(250, lines.look)
  const say = ({ token = 1, number = 0, lightning = LIVE, metar = LIVE, aheadMs = 0 } = {}) =>
    lines.hear({ token, number, links: { lightning, metar }, nowMs: clock.now() + aheadMs } as LeaderMessage)
  return {
    clock,
    lines,
    told,
    log,
    say,
    async pass(seconds: number, each: () => void) {
      for (let second = 0; second < seconds; second++) {
        each()
        await clock.advance(1_000)
      }
    },
  }
}

it('lightning is live while batches of either line come, with any leader, and down 3.5 s after the last', async () => {
  const { clock, lines, told, pass } = setUp()
  await clock.advance(60_000)
  expect([lines.links().lightning.state, lines.links().metar.state, told]).toEqual(['connecting', 'connecting', []])
  await pass(20, lines.batch)
  expect(told).toEqual(['lightning live'])
  await clock.advance(2_400)
  expect(told).toEqual(['lightning live'])
  await clock.advance(500)
  expect(told).toEqual(['lightning live', 'lightning down'])
  expect(lines.links().lightning.lastError).toBe('no batch of either line')
  lines.batch()
  expect(told.at(-1)).toBe('lightning live')
})

it('reports are as the leader says, through ten seconds without one', async () => {
  const { clock, told, say, pass } = setUp()
  say()
  await clock.advance(9_500)
  expect(told).toContain('metar live')
  expect(told).not.toContain('metar down')
  // Its successor opens its line, which takes a moment.
  await pass(3, () => say({ token: 2, metar: CONNECTING }))
  expect(told.filter((each) => each.startsWith('metar'))).toEqual(['metar live', 'metar connecting'])
})

it('reports are down after ten seconds without a leader, or without its log messages', async () => {
  const { clock, log, told, say, pass } = setUp()
  say()
  await clock.advance(10_500)
  expect(told.at(-1)).toBe('metar down')
  let number = 1
  await pass(9, () => say({ number: number++ }))
  expect(told.at(-1)).toBe('metar live')
  await pass(3, () => say({ number: number++ }))
  expect(told.at(-1)).toBe('metar down')
  log.readNumber = number
  await pass(1, () => say({ number }))
  expect(told.at(-1)).toBe('metar live')
})

it('ignore the message of a leader with a lower token', async () => {
  const { lines, say } = setUp()
  say({ token: 2, metar: CONNECTING })
  say({ token: 1 })
  expect([lines.leaderMessage()!.token, lines.links().metar.state]).toEqual([2, 'connecting'])
})

it('tell the time by the clock of the source, as a leader says it, for a minute', async () => {
  const { clock, lines, say } = setUp()
  expect(lines.clockIsTold()).toBe(false)
  say({ aheadMs: 7_000 })
  expect(Math.round(lines.nowMs() - clock.now())).toBe(7_000)
  say({ aheadMs: 7_100 })
  expect(Math.round(lines.nowMs() - clock.now())).toBe(7_000)
  await clock.advance(59_000)
  expect(lines.clockIsTold()).toBe(true)
  await clock.advance(2_000)
  expect(lines.clockIsTold()).toBe(false)
})
