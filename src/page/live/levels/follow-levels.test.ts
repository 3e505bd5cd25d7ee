import { afterEach, expect, it } from 'vitest'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { Row } from '../../../contract/watch/alarms.ts'
import type { Snooze } from '../../../contract/watch/journal.ts'
import type { LevelsAnswer, PlaceState } from '../../../contract/watch/place-states.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { levelOf, PLACE_ID, runLevels } from '../../../testing/levels/level-world.ts'
import { useAlarmLog } from '../alarms/alarm-log.ts'
import { followLevels } from './follow-levels.ts'
import { keyOf, useLevels } from './level-store.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  useAlarmLog.setState(useAlarmLog.getInitialState(), true)
})

/** A strike after ten seconds, which turns a level on, and its end. */
function rowsOfStorm(): [on: Row, off: Row] {
  const fromMs = Date.parse('2026-07-01T08:00:00Z')
  const strikes = [{ timeMs: fromMs + 10_000, km: 3 }]
  const { rows } = runLevels({ levels: [levelOf('r5', 5, 5)], strikes, fromMs, toMs: fromMs + 10 * 60_000 })
  return rows as [Row, Row]
}

function setUp() {
  const clock = createFakeClock()
  const asked: (readonly string[] | undefined)[] = []
  const server = { rev: 10, places: [] as PlaceState[], isDown: false, hasWatch: true, snoozes: [] as Snooze[] }
  let wait: Promise<void> | null = null
  const levels = async (places?: readonly string[]): Promise<LevelsAnswer> => {
    asked.push(places)
    const answer = { rev: server.rev, places: [...server.places] }
    await wait
    if (server.isDown) throw new Error('away')
    if (!server.hasWatch) throw new ContractError('bad-request', 'watches over nothing', 404)
    const feed = { now: true, since: null }
    return { ...answer, observed: { lightning: feed, reports: feed } }
  }
  const follower = followLevels({ access: { levels, snoozes: async () => server.snoozes }, clock, random: () => 0 })
  stops.push(follower.stop)
  const connect = async () => {
    useAlarmLog.getState().setLine({ kind: 'connecting' })
    useAlarmLog.getState().setLine({ kind: 'live' })
    await clock.advance(1)
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    wait = promise
    return resolve
  }
  const state = () => useLevels.getState().told.get(keyOf('lightning', PLACE_ID))?.levels[0]?.state
  return { clock, asked, server, follower, connect, hold, state }
}

it('is loading until the server has sent all states, and then follows its rows', async () => {
  const { follower, connect, state } = setUp()
  const [on, off] = rowsOfStorm()
  expect(useLevels.getState().line).toBe('loading')
  await connect()
  expect(useLevels.getState().line).toBe('whole')
  follower.heard([on], '11')
  expect(state()).toBe('on')
  follower.heard([off], '12')
  expect(state()).toBe('off')
})

it('applies rows of the stream received meanwhile, except those in the response', async () => {
  const { server, follower, connect, hold, state } = setUp()
  const [on, off] = rowsOfStorm()
  const answered = hold()
  server.rev = 12
  const connected = connect()
  follower.heard([on], '11')
  answered()
  await connected
  expect(state()).toBe(undefined)
  follower.heard([{ ...off, acknowledged: { by: 'Li', at: off.at, note: '' } }], '13')
  expect(state()).toBe(undefined)
})

it('requests the states again after a reconnect, and removes levels that are off', async () => {
  const { asked, server, follower, connect, state } = setUp()
  const [on] = rowsOfStorm()
  await connect()
  follower.heard([on], '11')
  server.rev = 20
  await connect()
  expect(asked).toEqual([undefined, undefined])
  expect(state()).toBe(undefined)
})

it('has the snoozes of others within a minute', async () => {
  const { clock, server, connect } = setUp()
  await connect()
  expect(useLevels.getState().snoozes).toEqual([])
  server.snoozes = [{ place: PLACE_ID, by: 'Li', until: '2026-07-01T09:00:00.000Z', note: 'drill' }]
  await clock.advance(60_000)
  expect(useLevels.getState().snoozes).toEqual(server.snoozes)
})

it('does not wait for a server without levels, and follows one that has them later', async () => {
  const { clock, server, connect } = setUp()
  server.hasWatch = false
  useAlarmLog.getState().setLine({ kind: 'broken', sinceMs: clock.now() })
  await clock.advance(1)
  expect(useLevels.getState().line).toBe('none')
  server.hasWatch = true
  await connect()
  expect(useLevels.getState().line).toBe('whole')
})

it('retries without a response, and is loading until then', async () => {
  const { clock, server, connect } = setUp()
  server.isDown = true
  await connect()
  expect(useLevels.getState().line).toBe('loading')
  server.isDown = false
  await clock.advance(20_000)
  expect(useLevels.getState().line).toBe('whole')
})
