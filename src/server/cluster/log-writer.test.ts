import { expect, it } from 'vitest'
import { createFakeEventLog } from '../../testing/cluster/fake-event-log.ts'
import { batchEntry, observedEntry } from '../../testing/cluster/shared-source-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { silentLog } from '../../testing/fakes/silent-log.ts'
import { createKnownStrikes } from './known-strikes.ts'
import { createLogWriter } from './log-writer.ts'

const strike = (lon: number) => strikeRecord({ lon })
const batch = (...lons: number[]) => batchEntry(...lons.map(strike))

function setUp() {
  const clock = createFakeClock()
  const { log, messages, faults } = createFakeEventLog()
  const known = createKnownStrikes(clock)
  const lease = { isHeld: true }
  const heard = { fenced: 0, tooMuch: 0 }
  const writer = createLogWriter({
    eventLog: log,
    known,
    after: 0,
    isHeld: () => lease.isHeld,
    clock,
    log: silentLog,
    onFenced: () => heard.fenced++,
    onTooMuch: () => heard.tooMuch++,
  })
  return {
    clock,
    log,
    messages,
    known,
    faults,
    lease,
    heard,
    writer,
    deliver(...lons: number[]) {
      known.deliver(lons.map(strike))
      writer.wake()
    },
    /** Everything that is in the log is read back here. */
    readBack() {
      for (const entry of messages.flat())
        if (entry.of === 'lightning' && entry.event.kind === 'batch') known.read(entry.event.records)
    },
  }
}

it('writes delivered strikes that are not in the log, before the statement that they were observed', async () => {
  const { writer, messages, deliver } = setUp()
  deliver(101, 102)
  writer.push(observedEntry(1))
  await writer.idle()
  deliver(103)
  await writer.idle()
  expect(messages).toEqual([[batch(101, 102), observedEntry(1)], [batch(103)]])
  expect(writer.number()).toBe(2)
})

it('appends strikes again that are not read back within ten seconds, and no others', async () => {
  const { clock, writer, messages, deliver, readBack, known } = setUp()
  deliver(101)
  await writer.idle()
  readBack()
  deliver(102)
  await clock.advance(9_000)
  expect(messages).toHaveLength(2)
  await clock.advance(2_000)
  expect(messages.slice(2)).toEqual([[batch(102)]])
  readBack()
  await clock.advance(30_000)
  expect([messages.length, known.unloggedCount()]).toEqual([3, 0])
})

it('is fenced where another process has written, and writes nothing more', async () => {
  const { clock, log, messages, writer, deliver, heard } = setUp()
  await log.append([observedEntry(0)], 0, 'another')
  deliver(101)
  await writer.idle()
  deliver(102)
  await clock.advance(20_000)
  expect([heard.fenced, messages.length]).toEqual([1, 1])
})

it('waits after a lapse of the lease, and repeats the message whose response was lost', async () => {
  const { clock, messages, writer, deliver, faults, lease, heard } = setUp()
  faults.losesAnswers = true
  deliver(101)
  await clock.advance(200)
  lease.isHeld = false
  await clock.advance(10_000)
  deliver(102)
  lease.isHeld = true
  faults.losesAnswers = false
  await clock.advance(2_000)
  expect(messages).toEqual([[batch(101)], [batch(102)]])
  expect([heard.fenced, writer.number()]).toEqual([0, 2])
})

it('ends once where a hundred thousand strikes and statements wait', async () => {
  const { clock, messages, faults, known, writer, heard } = setUp()
  faults.isOut = true
  for (let i = 0; i < 99; i++) {
    known.deliver(Array.from({ length: 1_000 }, (_, lon) => strikeRecord({ lat: i / 10, lon: lon / 100 })))
    writer.wake()
  }
  expect(heard.tooMuch).toBe(0)
  for (let i = 0; i < 1_100; i++) writer.push(observedEntry(i))
  expect(heard.tooMuch).toBe(1)
  faults.isOut = false
  await clock.advance(10_000)
  expect(messages).toEqual([])
})
