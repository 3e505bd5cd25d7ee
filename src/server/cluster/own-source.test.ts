import { expect, it, vi } from 'vitest'
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
  faults.isOut = true
  const isOpened = vi.fn()
  const opened = own.open().then(isOpened)
  await clock.advance(5_000)
  expect(isOpened).not.toHaveBeenCalled()
  faults.isOut = false
  await clock.advance(1_000)
  await opened
  faults.isOut = true
  const refused = expect(own.open()).rejects.toThrow('out')
  await clock.advance(5_000)
  mayHoldSockets = false
  await clock.advance(1_000)
  await refused
})
