import { expect, it } from 'vitest'
import { createFakeChannel } from '../../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { leaveWhereDeaf } from './deaf.ts'

/** Processes of one cluster, which have something answered each 250 ms while their server is not cut off. */
function setUp(count: number) {
  const clock = createFakeClock()
  const way = createFakeChannel<null>()
  const processes = Array.from({ length: count }, () => {
    const { channel, faults } = way()
    const process = { faults, isAnswered: true, left: 0, close() {} }
    const reconnect = () => void process.left++
    const deaf = leaveWhereDeaf({ reconnect, there: channel, clock })
    clock.every(250, () => process.isAnswered && deaf.answered())
    process.close = deaf.close
    return process
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
  expect(left()).toEqual([2])
  processes[0]!.close()
  await clock.advance(60_000)
  expect(left()).toEqual([2])
})

it('leaves a server sooner that is cut off from the one by which another process is heard, once', async () => {
  const { clock, processes, left } = setUp(3)
  await clock.advance(10_000)
  for (const cut of processes.slice(0, 1)) {
    cut.isAnswered = false
    cut.faults.isOut = true
  }
  await clock.advance(1_250)
  expect(left()).toEqual([0, 0, 0])
  await clock.advance(1_250)
  expect(left()).toEqual([1, 0, 0])
  await clock.advance(3_000)
  expect(left()).toEqual([1, 0, 0])
})

it('stays while servers agree anew, or where another process ends', async () => {
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
