import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeEventLog } from '../../testing/cluster/fake-event-log.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import type { LogEntry } from './log-entries.ts'
import { createLogWriter } from './log-writer.ts'

const observed = (ms: number): LogEntry => ({
  of: 'lightning',
  event: { kind: 'observed', fromMs: ms, toMs: ms + 1 },
})

/** One who writes so many messages, of which so many are read here, and can then write nothing. */
async function setUp({ written, readNumber }: { written: number; readNumber: number }) {
  const clock = createFakeClock()
  const { log, messages } = createFakeEventLog()
  const faults = { isOut: false, isHeld: true }
  const told: number[] = []
  const writer = createLogWriter({
    eventLog: {
      append: async (entries, after, id) => {
        if (faults.isOut) throw new Error('out')
        return log.append(entries, after, id)
      },
    },
    ...{ after: 0, readNumber: () => readNumber, isHeld: () => faults.isHeld, onFenced() {} },
    ...{ clock, log: pino({ level: 'silent' }) },
  })
  for (let i = 0; i < written; i++) {
    writer.push(observed(i))
    await writer.idle()
  }
  Object.assign(faults, { isOut: true, isHeld: false })
  return { clock, writer, faults, told, messages, hold: () => writer.hold(({ number }) => void told.push(number)) }
}

it('hands over what is written and not read, and then each message at its place, which is written there once', async () => {
  const { clock, writer, faults, told, messages, hold } = await setUp({ written: 5, readNumber: 3 })
  expect(hold()).toBe(true)
  for (const ms of [100, 101]) {
    writer.push(observed(ms))
    await clock.advance(1_000)
  }
  expect([told, messages.length]).toEqual([[4, 5, 6, 7], 5])
  Object.assign(faults, { isOut: false, isHeld: true })
  await clock.advance(1_000)
  expect(messages.slice(5)).toEqual([[observed(100)], [observed(101)]])
  expect([told, writer.number()]).toEqual([[4, 5, 6, 7], 7])
})

it('can go on where at most 600 messages are not read: it has no more of them', async () => {
  const most = await setUp({ written: 601, readNumber: 1 })
  expect(most.hold()).toBe(true)
  expect(most.told).toHaveLength(600)
  const more = await setUp({ written: 602, readNumber: 1 })
  expect([more.hold(), more.told]).toEqual([false, []])
})

it('ends, and writes nothing more, once what is held is let go', async () => {
  const { clock, writer, faults, messages, hold } = await setUp({ written: 1, readNumber: 1 })
  hold()
  writer.push(observed(100))
  await clock.advance(1_000)
  writer.letGo()
  let isIdle = false
  void writer.idle().then(() => {
    isIdle = true
  })
  await clock.advance(1_000)
  faults.isOut = false
  await clock.advance(1_000)
  expect([isIdle, messages.length]).toEqual([true, 1])
})

it('ends once, where a hundred thousand strikes wait and the log takes none of them', async () => {
  const clock = createFakeClock()
  const heard = { tooMuch: 0, tried: 0 }
  const writer = createLogWriter({
    eventLog: {
      append: () => {
        heard.tried++
        return Promise.reject(new Error('no leader for that stream'))
      },
    },
    ...{ after: 0, isHeld: () => true, onFenced() {}, onTooMuch: () => heard.tooMuch++ },
    ...{ clock, log: pino({ level: 'silent' }) },
  })
  const batch: LogEntry = {
    of: 'lightning',
    event: { kind: 'batch', records: Array.from({ length: 1_000 }, () => strikeRecord({})) },
  }
  for (let batches = 0; batches < 100; batches++) writer.push(batch)
  await clock.advance(1_000)
  expect(heard.tooMuch).toBe(0)
  for (let batches = 0; batches < 100; batches++) writer.push(batch)
  expect(heard.tooMuch).toBe(1)
  await clock.advance(1_000)
  const { tried } = heard
  await clock.advance(10_000)
  expect(heard).toEqual({ tooMuch: 1, tried })
})

it('writes first what whoever led before was about to write, at the same places', async () => {
  const { log, messages } = createFakeEventLog()
  const placed: number[] = []
  const writer = createLogWriter({
    eventLog: log,
    ...{ after: 0, isHeld: () => true, onFenced() {}, onPlaced: ({ number }) => void placed.push(number) },
    ...{ clock: createFakeClock(), log: pino({ level: 'silent' }) },
  })
  writer.goOnFrom([1, 2].map((number) => ({ number, entries: [observed(number)], id: String(number), name: 'before' })))
  writer.push(observed(100))
  await writer.idle()
  expect(messages).toEqual([[observed(1)], [observed(2)], [observed(100)]])
  expect(placed).toEqual([1, 2, 3])
})
