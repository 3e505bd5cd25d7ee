import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createAsk, type Question } from './questions.ts'

const change = { about: 'watch', request: { method: 'POST', path: '/api/snoozes' } } as Question
const read = { about: 'watch', request: { method: 'GET', path: '/api/alarms' } } as Question

const lost = () => Promise.reject(new Error('connection closed'))
const notTaken = async () => null

/** An asker whose first attempt has that result, and each other one a response. */
function setUp(first: () => Promise<unknown>) {
  const clock = createFakeClock()
  const attempt = vi.fn(async (): Promise<unknown> => 'done').mockImplementationOnce(first)
  return { clock, attempt, ask: createAsk({ clock, answer: () => null, bus: { ask: attempt } }) }
}

it('does not repeat a change after a lost response, as it may have been made', async () => {
  const { ask, attempt } = setUp(lost)
  await expect(ask(change)).rejects.toMatchObject({ reason: 'timeout' })
  expect(attempt).toHaveBeenCalledOnce()
})

it.each([
  ['a read', read, lost],
  ['a change that no process took', change, notTaken],
] as const)('repeats %s', async (_, question, first) => {
  const { clock, ask, attempt } = setUp(first)
  const asked = ask(question)
  await clock.advance(500)
  expect([await asked, attempt.mock.calls.length]).toEqual(['done', 2])
})

it('gives up after ten seconds without a leader', async () => {
  const { clock, ask, attempt } = setUp(notTaken)
  attempt.mockImplementation(notTaken)
  const asked = ask(change)
  await clock.advance(10_500)
  expect(await asked).toBe(null)
})
