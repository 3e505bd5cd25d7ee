import { describe, expect, it } from 'vitest'
import { setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { ContractError } from '../http/contract-api.ts'

const WITHIN_MS = 10_000

/** The line of an unattended screen; each back-off is the maximum. */
const setUp = () => setUpStrikeFeed({ unattended: () => true, random: () => 1 })
type World = ReturnType<typeof setUp>

/** Every way of having no line, and its end. */
const FAULTS: Record<string, { begin(world: World): void; end(world: World): void }> = {
  'a server that is gone': {
    begin({ server }) {
      server.up = false
      server.drop(1001)
    },
    end({ server }) {
      server.up = true
    },
  },
  'a network that swallows everything': {
    begin({ server }) {
      server.silent = true
      server.stall()
    },
    end({ server }) {
      server.silent = false
    },
  },
  'a server that mints no token': {
    begin({ server, address, clock }) {
      address.mockImplementation(
        () =>
          new Promise((_, reject) => {
            clock.after(3_000, () => reject(new ContractError('timeout', 'no answer within 3 s')))
          }),
      )
      server.drop(4001)
    },
    end({ address }) {
      address.mockImplementation(async () => ({ url: 'wss://line.test/strikes?token=ft-new', headers: {} }))
    },
  },
  'a proxy that refuses sockets': {
    begin({ server }) {
      server.refuseWith = 1013
      server.drop(1013)
    },
    end({ server }) {
      server.refuseWith = null
    },
  },
}

describe.each(Object.entries(FAULTS))('an unattended line after %s', (_, { begin, end }) => {
  it('receives new strikes within ten seconds after an outage of any length, without an external event', async () => {
    const world = setUp()
    const { clock, server, live, feed, ids } = world
    await live()
    for (const lastedMs of [500, 1_700, 4_000, 9_300, 31_000, 62_500, 240_000]) {
      begin(world)
      await clock.advance(lastedMs)
      end(world)
      const strike = server.strike()
      await clock.advance(WITHIN_MS)
      expect([feed.status().state, ids().includes(strike)], `after ${lastedMs} ms`).toEqual(['live', true])
      await clock.advance(90_000)
    }
  })
})

it('an unattended connection without data is replaced within ten seconds', async () => {
  const { clock, server, live, states, ids } = setUp()
  await live()
  server.stall()
  const strike = server.strike()
  await clock.advance(WITHIN_MS)
  expect(ids()).toContain(strike)
  expect(states()).toEqual(['live'])
})

it('an attempt on a lost network is aborted on waking', async () => {
  const { clock, server, live, wake, feed } = setUpStrikeFeed()
  await live()
  server.silent = true
  server.drop()
  await clock.advance(2_000)
  server.silent = false
  wake()
  await clock.advance(2_000)
  expect(feed.status().state).toBe('live')
})
