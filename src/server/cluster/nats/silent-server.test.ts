import { expect, it } from 'vitest'
import { Emitter } from '../../../core/util/emitter.ts'
import { createFakeChannels } from '../../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { leaveSilentServer } from './silent-server.ts'

/** Processes of one cluster, which have had something answered each 250 ms for ten seconds. */
async function setUp(count: number) {
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
  /** How often each has left its server, after these milliseconds. */
  async function leftAfter(ms: number): Promise<number[]> {
    await clock.advance(ms)
    return processes.map(({ left }) => left)
  }
  await clock.advance(10_000)
  const answerAll = (isAnswered: boolean) => processes.forEach((each) => void Object.assign(each, { isAnswered }))
  return { clock, processes, answerAll, leftAfter }
}

it('leaves a connection by which nothing is answered, again and again, and no other', async () => {
  const { processes, leftAfter } = await setUp(1)
  expect(await leftAfter(20_000)).toEqual([0])
  processes[0]!.isAnswered = false
  expect(await leftAfter(5_500)).toEqual([0])
  expect([await leftAfter(9_000), processes[0]!.cut]).toEqual([[2], 0])
  processes[0]!.close()
  expect(await leftAfter(60_000)).toEqual([2])
})

it('leaves a partitioned server sooner if another process is not received by it, and one more', async () => {
  const { processes, leftAfter } = await setUp(3)
  processes[0]!.isAnswered = false
  processes[0]!.faults.isOut = true
  expect(await leftAfter(750)).toEqual([0, 0, 0])
  expect([await leftAfter(750), processes[0]!.cut]).toEqual([[1, 0, 0], 1])
  // A new connection gets the same time.
  processes[0]!.reconnected()
  expect(await leftAfter(750)).toEqual([1, 0, 0])
  expect(await leftAfter(750)).toEqual([2, 0, 0])
  expect(await leftAfter(3_000)).toEqual([2, 0, 0])
})

it('leaves a server at once by which it hears neither of two others, though reads are answered', async () => {
  const { processes, leftAfter } = await setUp(3)
  processes[0]!.faults.isOut = true
  expect([await leftAfter(1_500), processes[0]!.cut]).toEqual([[1, 0, 0], 1])
})

it('leaves a server that responds to reads and not to writes, if another process is not received by it', async () => {
  const { processes, leftAfter } = await setUp(3)
  const [cut, beside, other] = processes as [(typeof processes)[0], (typeof processes)[0], (typeof processes)[0]]
  other.faults.isOut = true
  // A process that is not heard may have ended: that alone is no reason.
  expect(await leftAfter(2_000)).toEqual([0, 0, 2])
  cut.written(false)
  beside.written(false)
  beside.written(true)
  // Messages of the third process arrive: the machine of the other one may be down.
  expect([await leftAfter(300), cut.cut]).toEqual([[1, 0, 2], 0])
  // It starts again with another connection.
  cut.reconnected()
  expect(await leftAfter(3_000)).toEqual([1, 0, 2])
})

it('stays during an election, and after another process ends', async () => {
  const { clock, processes, answerAll, leftAfter } = await setUp(3)
  answerAll(false)
  await clock.advance(5_500)
  answerAll(true)
  await clock.advance(1_000)
  processes[2]!.close()
  processes[2]!.faults.isOut = true
  expect(await leftAfter(15_000)).toEqual([0, 0, 0])
  // It ended long ago: that says nothing of our server.
  answerAll(false)
  expect(await leftAfter(5_500)).toEqual([0, 0, 0])
})

it('stays after a pause of this process', async () => {
  const { clock, answerAll, leftAfter } = await setUp(2)
  answerAll(false)
  await clock.advance(500)
  clock.sleep(2_000)
  expect(await leftAfter(1)).toEqual([0, 0])
})
