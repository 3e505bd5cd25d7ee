import { expect, it } from 'vitest'
import { createFakeEventLog } from '../../testing/cluster/fake-event-log.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createNotesInMemory } from '../../testing/fakes/forgetful-history.ts'
import { silentLog as log } from '../../testing/fakes/silent-log.ts'
import { catchUp, readBefore } from './catch-up.ts'
import type { LogEntry } from './messages.ts'

it('ends although the last message expires meanwhile', async () => {
  const clock = createFakeClock()
  const notes = createNotesInMemory()
  const { log: eventLog } = createFakeEventLog()
  const entries: LogEntry[] = [{ of: 'term', holder: 'a' }]
  const taken: number[] = []
  let isStopped = false
  let isOver = false
  void catchUp({
    eventLog: {
      ...eventLog,
      read(from, take) {
        void Promise.resolve().then(() => {
          // Message 3, which was the last one at the start, expires.
          for (const number of [from, from + 1, 4, 5]) if (!isStopped) take(number, entries, String(number))
        })
        return () => {
          isStopped = true
        }
      },
    },
    history: { notes, write: async () => {} },
    clock,
    log,
    from: 1,
    last: 3,
    take: (number) => void taken.push(number),
  }).then(() => {
    isOver = true
  })
  await clock.advance(5_000)
  expect([isOver, isStopped, taken]).toEqual([true, true, [1, 2]])
  expect(await readBefore({ notes }, eventLog)).toBe(1)
})

it('rejects if the log loses its end meanwhile', async () => {
  const clock = createFakeClock()
  const { log: eventLog } = createFakeEventLog()
  const history = { notes: createNotesInMemory(), write: async () => {} }
  const rejected = expect(catchUp({ eventLog, history, clock, log, from: 1, last: 3, take: () => {} })).rejects.toThrow(
    'lost its end',
  )
  await clock.advance(5_000)
  await rejected
})
