import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLogWriter } from './log-writer.ts'
import { unstick } from './stuck-log.ts'

it('asks another server each four seconds, and has them agree anew each twelve, for as long as nothing is written', async () => {
  const clock = createFakeClock()
  const asked = { others: 0, anew: 0 }
  const agreeAnew = async () => {
    asked.anew++
    throw new Error('nobody answers')
  }
  let isOut = true
  const writer = createLogWriter({
    eventLog: { append: async (_entries, after) => (isOut ? Promise.reject(new Error('out')) : after + 1) },
    ...{ after: 0, isHeld: () => true, onFenced() {}, onStuck: unstick(() => void asked.others++, { agreeAnew }) },
    ...{ clock, log: pino({ level: 'silent' }) },
  })
  writer.push({ of: 'term', holder: 'a' })
  await clock.advance(11_000)
  expect(asked).toEqual({ others: 2, anew: 0 })
  await clock.advance(20_000)
  expect(asked).toEqual({ others: 7, anew: 2 })
  isOut = false
  await clock.advance(20_000)
  expect(asked).toEqual({ others: 7, anew: 2 })
})
