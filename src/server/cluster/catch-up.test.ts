import { expect, it } from 'vitest'
import { createFakeEventLog } from '../../testing/cluster/fake-event-log.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createNotesInMemory } from '../../testing/fakes/forgetful-history.ts'
import { silentLog as log } from '../../testing/fakes/silent-log.ts'
import { catchUp, readBefore } from './catch-up.ts'
import type { EventLog } from './engine.ts'

function setUp() {
  const clock = createFakeClock()
  const history = { notes: createNotesInMemory(), write: async () => {} }
  const { log: eventLog } = createFakeEventLog()
  return { eventLog, deps: { clock, history, log, eventLog, from: 1, last: 3, take() {} } }
}

it('ends although the last message expires meanwhile', async () => {
  const { eventLog, deps } = setUp()
  const { clock, history } = deps
  const taken: number[] = []
  let isStopped = false
  const read: EventLog['read'] = (from, take) => {
    void Promise.resolve().then(() => {
      // Message 3, which was the last one at the start, expires.
      for (const number of [from, from + 1, 4, 5]) if (!isStopped) take(number, [], String(number))
    })
    return () => {
      isStopped = true
    }
  }
  const take = (number: number) => void taken.push(number)
  const ended = catchUp({ ...deps, eventLog: { ...eventLog, read }, take })
  await clock.advance(5_000)
  await ended
  expect([isStopped, taken]).toEqual([true, [1, 2]])
  expect(await readBefore(history, eventLog)).toBe(1)
})

it('rejects if the log loses its end meanwhile', async () => {
  const { deps } = setUp()
  const rejected = expect(catchUp(deps)).rejects.toThrow('lost its end')
  await deps.clock.advance(5_000)
  await rejected
})
