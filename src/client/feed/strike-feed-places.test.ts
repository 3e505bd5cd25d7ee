import { expect, it } from 'vitest'
import { setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { createLogPlace } from './join/log-place.ts'

const SECOND = 1_000

/** A live feed of a relay that sends log positions. */
async function setUpLive() {
  const kit = setUpStrikeFeed()
  kit.server.log = 'log'
  await kit.live()
  kit.server.strike()
  await kit.clock.advance(2_300)
  return kit
}

it('backfills by socket if the server knows the log', async () => {
  const { clock, server, feed, ids, gaps } = await setUpLive()
  server.up = false
  server.drop()
  const missed = [server.strike(), server.strike()]
  await clock.advance(2 * SECOND)
  server.up = true
  await clock.advance(3 * SECOND)
  expect(ids()).toEqual(server.identities)
  expect(ids('live').slice(-2)).toEqual(missed)
  expect(server.asked).toEqual([])
  expect([feed.status().state, feed.status().setAside.duplicates]).toEqual(['live', 0])
  expect(gaps()).toEqual([])
})

it.each([0, 1])(
  'requests the missing batches if the connection breaks after %j of three batches',
  async (goesOnFor) => {
    const { clock, server, ids, gaps } = await setUpLive()
    server.up = false
    server.drop()
    for (let i = 0; i < 3; i++) server.strike()
    await clock.advance(2 * SECOND)
    server.goesOnFor = goesOnFor
    server.restUp = false
    server.up = true
    while (server.sockets.held.length === 0) await clock.advance(100)
    await clock.advance(200)
    expect(server.asked).toEqual([])
    server.log = 'another'
    server.drop()
    server.restUp = true
    await clock.advance(30 * SECOND)
    expect(ids().toSorted()).toEqual(server.identities.toSorted())
    expect(gaps()).toEqual([])
  },
)

it('requests REST as usual for another log, or none', async () => {
  for (const log of ['another', null]) {
    const { clock, server, ids } = await setUpLive()
    server.log = log
    server.up = false
    server.drop()
    server.strike()
    await clock.advance(2 * SECOND)
    server.up = true
    await clock.advance(3 * SECOND)
    expect(ids()).toEqual(server.identities)
    expect(server.asked).toHaveLength(1)
  }
})

it('retries if the server lacks batches from before the subscription', async () => {
  const { clock, server, feed, ids } = setUpStrikeFeed()
  server.log = 'log'
  server.restBehind = 1
  const first = server.strike()
  const last = server.strike()
  feed.start()
  await clock.advance(4 * SECOND)
  expect(ids()).toEqual([first])
  expect(server.asked.length).toBeGreaterThan(2)
  server.restBehind = 0
  await clock.advance(20 * SECOND)
  expect(ids()).toEqual([first, last])
  const asked = server.asked.length
  await clock.advance(20 * SECOND)
  expect(server.asked.length).toBe(asked)
})

it('resumes at no position while data are missing, nor at one of an earlier socket that did not resume', () => {
  let isWhole = false
  const place = createLogPlace({ isWhole: () => isWhole, arrived() {} })
  place.heard({ type: 'new_strikes', data: [], position: 'log-7' })
  expect(place.asked()).toEqual({})
  isWhole = true
  expect(place.asked()).toEqual({ after: 'log-7' })
  place.subscribed(false)
  expect(place.asked()).toEqual({})
})
