import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createAsk, type Question } from './questions.ts'

const change = { about: 'watch', request: { method: 'POST', path: '/api/snoozes' } } as Question
const read = { about: 'watch', request: { method: 'GET', path: '/api/alarms' } } as Question

/** An asker, and the results of its attempts in order: a response, null if no process takes it, or an error. */
function setUp(...results: ('done' | null | Error)[]) {
  const clock = createFakeClock()
  let attempts = 0
  const ask = createAsk({
    clock,
    answer: () => null,
    bus: {
      async ask() {
        const result = results[Math.min(attempts++, results.length - 1)]!
        if (result instanceof Error) throw result
        return result
      },
    },
  })
  return { clock, ask, attempts: () => attempts }
}

it('does not repeat a change after a lost response, as it may have been made', async () => {
  const { ask, attempts } = setUp(new Error('connection closed'), 'done')
  await expect(ask(change)).rejects.toMatchObject({ reason: 'timeout' })
  expect(attempts()).toBe(1)
})

it.each([
  ['a read', read, new Error('connection closed')],
  ['a change that no process took', change, null],
] as const)('repeats %s', async (_, question, first) => {
  const { clock, ask, attempts } = setUp(first, 'done')
  const asked = ask(question)
  await clock.advance(500)
  expect([await asked, attempts()]).toEqual(['done', 2])
})

it('gives up after ten seconds without a leader', async () => {
  const { clock, ask } = setUp(null)
  const asked = ask(change)
  await clock.advance(10_500)
  expect(await asked).toBe(null)
})
