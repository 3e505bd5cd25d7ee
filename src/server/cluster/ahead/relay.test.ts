import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { type LogEntry, type PlacedMessage, recordsIn } from '../log-entries.ts'
import type { TakeAhead } from '../log-writer.ts'
import { createRelay } from './relay.ts'

/** One that leads, with others who are behind it. */
function setUp() {
  const clock = createFakeClock()
  const state = { read: 0, taken: 0, least: 0 as number | null, isHeard: true, isFull: false, isOver: false }
  const said: number[] = []
  const saidRecords: number[] = []
  const heard = { tooMuch: 0 }
  const placed: PlacedMessage[] = []
  let hand: TakeAhead | null = null
  const relay = createRelay({
    writer: () => ({
      hold(take) {
        hand = take
        for (const message of placed) if (message.number > state.read) take(message)
        return true
      },
    }),
    isOver: () => state.isOver,
    followed: {
      ...{ readNumber: () => state.read, takenNumber: () => state.taken },
      takeAhead({ number }) {
        if (state.isFull) return false
        if (number === state.taken + 1) state.taken = number
        return true
      },
    },
    pledges: { areHeldLately: () => state.isHeard, leastTaken: () => state.least },
    say(messages) {
      said.push(...messages.map(({ number }) => number))
      saidRecords.push(messages.reduce((sum, message) => sum + recordsIn(message), 0))
    },
    onTooMuch: () => void heard.tooMuch++,
    clock,
    log: pino({ level: 'silent' }),
  })
  function place(entries: LogEntry[] = []): void {
    const message = { number: placed.length + 1, entries, id: String(placed.length + 1), name: 'told' }
    placed.push(message)
    relay.placed(message)
    hand?.(message)
  }
  return { clock, state, said, saidRecords, heard, relay, place }
}

it('says nothing where the log brings it in time', async () => {
  const { clock, state, said, place } = setUp()
  for (let number = 1; number <= 20; number++) {
    place()
    await clock.advance(300)
    Object.assign(state, { read: number, taken: number })
    await clock.advance(200)
    state.least = number
  }
  expect([said, state.taken]).toEqual([[], 20])
})

it('hands what is late to all, then each at once, and again to who does not have it', async () => {
  const { clock, state, said, place } = setUp()
  place()
  await clock.advance(600)
  expect(said).toEqual([])
  await clock.advance(200)
  expect([said, state.taken]).toEqual([[1], 1])
  place()
  expect([said, state.taken]).toEqual([[1, 2], 2])
  state.least = 1
  await clock.advance(1_000)
  expect(said.slice(2)).toEqual([2])
  state.least = 2
  await clock.advance(5_000)
  expect(said).toHaveLength(3)
})

it('tells nobody anything while others do not hear it, here neither but where it is said so, and all of it afterwards', async () => {
  const { clock, state, said, relay, place } = setUp()
  state.isHeard = false
  place()
  await clock.advance(2_000)
  let isAlone = false
  expect(relay.hold(() => isAlone)).toBe(true)
  place()
  await clock.advance(1_000)
  expect([said, state.taken]).toEqual([[], 0])
  isAlone = true
  await clock.advance(200)
  expect([said, state.taken, relay.isHolding()]).toEqual([[], 2, true])
  state.isHeard = true
  await clock.advance(200)
  expect(said).toEqual([1, 2])
})

it('says when it is too much', async () => {
  const { clock, state, heard, place } = setUp()
  state.isFull = true
  place()
  await clock.advance(800)
  expect(heard.tooMuch).toBe(1)
})

it('says at most 64 at once, and keeps at most 600', async () => {
  const { clock, state, said, place } = setUp()
  state.isHeard = false
  for (let i = 0; i < 700; i++) place()
  await clock.advance(800)
  state.isHeard = true
  Object.assign(state, { read: 700, taken: 700 })
  await clock.advance(150)
  expect([said.length, said[0]]).toEqual([64, 101])
})

it('tells nothing more once another one has begun to lead, though it does not know it otherwise yet', async () => {
  const { clock, state, said, relay, place } = setUp()
  relay.hold(() => true)
  place()
  state.isOver = true
  place()
  await clock.advance(1_000)
  expect([said, state.taken]).toEqual([[1], 1])
})

it('says at once what goes into one message of NATS, however much each of them holds', async () => {
  const { clock, said, saidRecords, place } = setUp()
  const records = Array.from({ length: 1_000 }, () => ({})) as StrikeRecord[]
  const strikes = (count: number): LogEntry => ({
    of: 'lightning',
    event: { kind: 'batch', records: records.slice(0, count) },
  })
  for (let i = 0; i < 10; i++) place([strikes(i % 2 === 0 ? 1_000 : 400)])
  await clock.advance(2_000)
  expect(new Set(said).size).toBe(10)
  expect(Math.max(...saidRecords)).toBe(1_000)
})

it('says all of it again by turns, also where one is so far behind that it can take none of it', async () => {
  const { clock, said, place } = setUp()
  place()
  await clock.advance(800)
  for (let i = 1; i < 600; i++) place()
  await clock.advance(700)
  said.length = 0
  await clock.advance(1_200)
  expect(new Set(said).size).toBe(600)
})
