import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { watchWorkers } from './worker-watch.ts'

function setUp() {
  const clock = createFakeClock()
  const died: number[] = []
  const answers: boolean[] = []
  const state = { isAlive: true }
  const ping = (withinMs: number) => {
    if (state.isAlive) return Promise.resolve(true)
    return new Promise<boolean>((resolve) => clock.after(withinMs, () => resolve(false)))
  }
  const startMs = clock.now()
  const stop = watchWorkers({
    clock,
    ping,
    answered: (isAlive) => answers.push(isAlive),
    died: () => died.push(clock.now() - startMs),
  })
  return { clock, died, answers, state, stop }
}

it('detects dead workers within a minute, once', async () => {
  const { clock, died, answers, state } = setUp()
  await clock.advance(60_000)
  expect(died).toEqual([])
  expect(new Set(answers)).toEqual(new Set([true]))
  state.isAlive = false
  await clock.advance(21_000)
  expect(answers.at(-1)).toBe(false)
  await clock.advance(60_000)
  expect(died).toHaveLength(1)
  await clock.advance(120_000)
  expect(died).toHaveLength(1)
})

it('tolerates one missing response, and detects nothing after it is stopped', async () => {
  const { clock, died, state, stop } = setUp()
  state.isAlive = false
  await clock.advance(15_000)
  state.isAlive = true
  await clock.advance(60_000)
  expect(died).toEqual([])
  state.isAlive = false
  stop()
  await clock.advance(60_000)
  expect(died).toEqual([])
})
