import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeSockets } from '../../testing/fakes/fake-socket.ts'
import { silentLog } from '../../testing/fakes/silent-log.ts'
import { createSecondLine } from './second-line.ts'

function setUp() {
  const clock = createFakeClock()
  const openCell = createFakeCell()
  const sockets = createFakeSockets()
  const upstream = { sends: true }
  clock.every(1_000, () => {
    for (const socket of sockets.held) if (upstream.sends) socket.push({ type: 'new_strikes', data: [] })
  })
  const join = (id: string) => {
    const { cell, faults } = openCell()
    const lineA = { leads: false, isLive: false }
    const batches: StrikeRecord[][] = []
    const line = createSecondLine({
      cell,
      id,
      clock,
      log: silentLog,
      isEngineGone: () => false,
      environment: { clock, random: () => 0.5, openSocket: sockets.openSocket, fetch: async () => new Response() },
      address: { url: 'wss://line.example.com', headers: {} },
      lineA: { leads: () => lineA.leads, isLive: () => lineA.isLive },
      onBatch: (records) => void batches.push(records),
    })
    return { line, lineA, batches, faults }
  }
  /** Advances to when the newest socket is open, and live. */
  async function open() {
    await clock.advance(2_000)
    sockets.newest.accept()
    await clock.advance(2_000)
  }
  return { clock, sockets, upstream, join, open }
}

it('one process at a time has line B, never the leader, and a new leader until its line A is live', async () => {
  const { clock, sockets, join, open } = setUp()
  const a = join('a')
  const b = join('b')
  a.lineA.leads = true
  await open()
  await clock.advance(3_000)
  expect([sockets.held.length, a.line.isLive(), b.line.isLive(), b.batches.length > 3]).toEqual([1, false, true, true])
  a.lineA.leads = false
  b.lineA.leads = true
  await clock.advance(1_000)
  expect(b.line.isLive()).toBe(true)
  expect([b.line.takeSocket() !== null, b.line.takeSocket()]).toEqual([true, null])
  await clock.advance(1_000)
  expect(sockets.held).toHaveLength(1)
  b.lineA.isLive = true
  await open()
  expect([sockets.held.length, a.line.isLive()]).toEqual([2, true])
  await a.line.handOver()
  expect(sockets.held).toHaveLength(1)
})

it('keeps its socket for half a minute beyond a lease that cannot be renewed, and closes it then', async () => {
  const { clock, sockets, join, open } = setUp()
  const a = join('a')
  await open()
  a.faults.isOut = true
  await clock.advance(58_000)
  expect(a.line.isLive()).toBe(true)
  await clock.advance(3_000)
  expect([a.line.isLive(), sockets.held.length]).toEqual([false, 0])
  await clock.advance(600_000)
  expect(sockets.held).toHaveLength(0)
})

it('tries again after 5, 10, 20, 40 and then 60 s where its socket is refused', async () => {
  const { clock, sockets, upstream, join } = setUp()
  upstream.sends = false
  join('a')
  await clock.advance(1_000)
  const opened: number[] = []
  for (let second = 1; second <= 300; second++) {
    const before = sockets.all.length
    for (const socket of sockets.held) socket.drop(4009)
    await clock.advance(1_000)
    if (sockets.all.length > before) opened.push(second)
  }
  const waits = opened.map((second, i) => second - (opened[i - 1] ?? 0))
  expect(waits.slice(1).map((wait) => Math.round(wait / 5) * 5)).toEqual([10, 20, 40, 60, 60, 60])
})

it('has another socket where one is silent for ten seconds, or about to be closed for its age', async () => {
  const { clock, sockets, upstream, join, open } = setUp()
  join('a')
  await open()
  sockets.newest.push({ type: 'server_notice', message: 'closing soon', remaining_seconds: 300 })
  await clock.advance(5_000)
  expect([sockets.all.length, sockets.held.length]).toEqual([2, 1])
  await open()
  upstream.sends = false
  await clock.advance(15_000)
  expect([sockets.all.length, sockets.held.length]).toEqual([3, 1])
})
