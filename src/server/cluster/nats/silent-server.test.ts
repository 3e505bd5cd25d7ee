import { expect, it } from 'vitest'
import { Emitter } from '../../../core/util/emitter.ts'
import { createFakeChannels } from '../../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { leaveSilentServer } from './silent-server.ts'

/** Processes of one cluster, which have something answered each 250 ms while their server is not cut off. */
function setUp(count: number) {
  const clock = createFakeClock()
  const way = createFakeChannels()
  const processes = Array.from({ length: count }, () => {
    const { channel, faults } = way()
    const state = { isAnswered: true, left: 0, cut: 0 }
    const reconnects = new Emitter<void>()
    const { answered, ...silence } = leaveSilentServer({
      reconnect: () => void state.left++,
      onCut: () => void state.cut++,
      onReconnect: (take) => reconnects.subscribe(take),
      there: channel('there'),
      clock,
    })
    clock.every(250, () => state.isAnswered && answered())
    return Object.assign(state, silence, { faults, reconnected: () => reconnects.emit() })
  })
  return { clock, processes, left: () => processes.map(({ left }) => left) }
}

it('leaves a connection by which nothing is answered, again and again, and no other', async () => {
  const { clock, processes, left } = setUp(1)
  await clock.advance(20_000)
  expect(left()).toEqual([0])
  processes[0]!.isAnswered = false
  await clock.advance(5_500)
  expect(left()).toEqual([0])
  await clock.advance(9_000)
  expect([left(), processes[0]!.cut]).toEqual([[2], 0])
  processes[0]!.close()
  await clock.advance(60_000)
  expect(left()).toEqual([2])
})

it('leaves a partitioned server sooner if another process is not received by it, and one more', async () => {
  const { clock, processes, left } = setUp(3)
  await clock.advance(10_000)
  processes[0]!.isAnswered = false
  processes[0]!.faults.isOut = true
  await clock.advance(750)
  expect(left()).toEqual([0, 0, 0])
  await clock.advance(750)
  expect([left(), processes[0]!.cut]).toEqual([[1, 0, 0], 1])
  // A new connection gets the same time.
  processes[0]!.reconnected()
  await clock.advance(750)
  expect(left()).toEqual([1, 0, 0])
  await clock.advance(750)
  expect(left()).toEqual([2, 0, 0])
  await clock.advance(3_000)
  expect(left()).toEqual([2, 0, 0])
})

it('leaves a server at once by which it hears neither of two others, though reads are answered', async () => {
  const { clock, processes, left } = setUp(3)
  await clock.advance(10_000)
  processes[0]!.faults.isOut = true
  await clock.advance(1_500)
  expect([left(), processes[0]!.cut]).toEqual([[1, 0, 0], 1])
})

it('leaves a server that responds to reads and not to writes, if another process is not received by it', async () => {
  const { clock, processes, left } = setUp(3)
  const [cut, beside, other] = processes as [(typeof processes)[0], (typeof processes)[0], (typeof processes)[0]]
  await clock.advance(10_000)
  other.faults.isOut = true
  await clock.advance(2_000)
  // A process that is not heard may have ended: that alone is no reason.
  expect(left()).toEqual([0, 0, 2])
  cut.written(false)
  beside.written(false)
  beside.written(true)
  await clock.advance(300)
  // Messages of the third process arrive: the machine of the other one may be down.
  expect([left(), cut.cut]).toEqual([[1, 0, 2], 0])
  // It starts again with another connection.
  cut.reconnected()
  await clock.advance(3_000)
  expect(left()).toEqual([1, 0, 2])
})

it('stays during an election, and after another process ends', async () => {
  const { clock, processes, left } = setUp(3)
  await clock.advance(10_000)
  for (const process of processes) process.isAnswered = false
  await clock.advance(5_500)
  for (const process of processes) process.isAnswered = true
  await clock.advance(1_000)
  processes[2]!.close()
  processes[2]!.faults.isOut = true
  await clock.advance(15_000)
  expect(left()).toEqual([0, 0, 0])
  // It ended long ago: that says nothing of our server.
  for (const process of processes) process.isAnswered = false
  await clock.advance(5_500)
  expect(left()).toEqual([0, 0, 0])
})

it('stays after a pause of this process', async () => {
  const { clock, processes, left } = setUp(2)
  await clock.advance(10_000)
  for (const process of processes) process.isAnswered = false
  await clock.advance(500)
  clock.sleep(2_000)
  await clock.advance(1)
  expect(left()).toEqual([0, 0])
})
