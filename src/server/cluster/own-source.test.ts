import { expect, it } from 'vitest'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { fakeUpstreamConfig } from '../../testing/cluster/fake-upstream.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeSockets } from '../../testing/fakes/fake-socket.ts'
import { createForgetfulHistory } from '../../testing/fakes/forgetful-history.ts'
import { silentLog } from '../../testing/fakes/silent-log.ts'
import type { History } from '../history/history.ts'
import { createOwnSource } from './own-source.ts'

it('waits for the points of the day as long as its sockets may be open: servers that elect answer nothing', async () => {
  const clock = createFakeClock()
  const { openSocket } = createFakeSockets()
  const { cell, faults } = createFakeCell()()
  let mayHoldSockets = true
  const own = createOwnSource({
    config: fakeUpstreamConfig(),
    log: silentLog,
    replay: null,
    points: cell,
    fence: {
      environment: { clock, random: () => 0.5, openSocket, fetch: () => Promise.reject(new TypeError('no answer')) },
      mayAsk: () => true,
      mayHoldSockets: () => mayHoldSockets,
    },
    history: createForgetfulHistory() as History,
    eventLog: { purge: async () => {} },
    shared: { nowMs: clock.now, clockIsTold: () => true },
    takeSocket: () => null,
  })
  const seen: string[] = []
  const open = () =>
    void own.open().then(
      () => seen.push('opened'),
      () => seen.push('failed'),
    )
  faults.isOut = true
  open()
  await clock.advance(5_000)
  expect(seen).toEqual([])
  faults.isOut = false
  await clock.advance(1_000)
  expect(seen).toEqual(['opened'])
  faults.isOut = true
  open()
  await clock.advance(5_000)
  mayHoldSockets = false
  await clock.advance(1_000)
  expect(seen).toEqual(['opened', 'failed'])
})
