import { expect, it } from 'vitest'
import { CLOSE_TOO_MANY_SOCKETS } from '../../contract/close-codes.ts'
import { strikeIdentity } from '../../contract/lightning.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createClusterProcess, createSharedEngine } from '../../testing/cluster/cluster-process.ts'
import { createFakeUpstream } from '../../testing/cluster/fake-upstream.ts'
import { createSimulatedWay } from '../../testing/cluster/simulated-way.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import type { FakeSocket } from '../../testing/fakes/fake-socket.ts'

type Process = ReturnType<typeof createClusterProcess> & { way: ReturnType<typeof createSimulatedWay> }

/** A leader `a`, the process `b` with line B, and a follower `c`. The upstream has a strike each 300 ms. */
async function setUp() {
  const clock = createFakeClock()
  const engine = createSharedEngine()
  const upstream = createFakeUpstream(clock)
  clock.every(300, () => upstream.strikes.strike(2_000))
  const processes = [1, 2, 3].map((seed): Process => {
    const way = createSimulatedWay(clock, seededRandom(seed))
    return { ...createClusterProcess(way.reach(engine), way.clock, way.upstream(upstream)), way }
  })
  await clock.advance(20_000)
  const leads = () => processes.findIndex(({ leader, way }) => leader.leads() && !way.faults.isAsleep)
  const hasLineB = () => processes.findIndex(({ second, way }) => second.isLive() && !way.faults.isAsleep)
  const follower = processes.findIndex((_, i) => i !== leads() && i !== hasLineB())
  const [a, b, c] = [leads(), hasLineB(), follower].map((i) => processes[i]!) as [Process, Process, Process]
  return {
    clock,
    engine,
    upstream,
    processes,
    leads,
    hasLineB,
    a,
    b,
    c,
    /** The longest time without a batch at that process within the next `ms`. */
    async longestPause({ told }: Process, ms: number) {
      const from = told.atMs.length
      await clock.advance(ms)
      const atMs = [...told.atMs.slice(from - 1), clock.monotonicMs()]
      return Math.max(...atMs.slice(1).map((at, i) => at - atMs[i]!))
    },
    /** Everything that was sent until some seconds ago is at these processes once, and in the log once or more. */
    expectWhole(...those: Process[]) {
      const due = upstream.strikes.identities.slice(0, -15)
      for (const { told, logged } of those) {
        const ids = told.strikes.map(strikeIdentity)
        expect(due.filter((id) => !ids.includes(id))).toEqual([])
        expect(new Set(ids).size).toBe(ids.length)
        const recorded = new Set(logged.strikes.map(strikeIdentity))
        expect(due.filter((id) => !recorded.has(id))).toEqual([])
      }
      expect(upstream.seen.socketsMost).toBeLessThanOrEqual(SOCKETS_PER_APPLICATION)
      const { requestsMs } = upstream.seen
      for (const [i, ms] of requestsMs.entries())
        expect(requestsMs.slice(i).filter((each) => each - ms < 1_000).length).toBeLessThanOrEqual(
          HTTP_REQUESTS_PER_SECOND,
        )
    },
  }
}

it('the other processes miss no batch when the leader is suspended; the process with line B is the leader within seven seconds', async () => {
  const { clock, a, b, c, leads, hasLineB, processes, longestPause, expectWhole } = await setUp()
  a.way.faults.isAsleep = true
  expect(await longestPause(c, 7_000)).toBeLessThan(1_300)
  expect(leads()).toBe(processes.indexOf(b))
  // The sockets of a process that is asleep stay open: reports come by REST until it wakes up.
  expect(await longestPause(c, 60_000)).toBeLessThan(1_300)
  expectWhole(b, c)
  a.way.wake()
  await clock.advance(60_000)
  expect([leads(), hasLineB() >= 0, a.leader.leads()]).toEqual([processes.indexOf(b), true, false])
  expectWhole(a, b, c)
})

it('streams without a response for 15 s are not visible to viewers, and the leader continues', async () => {
  const { clock, engine, a, b, c, leads, processes, longestPause, expectWhole } = await setUp()
  const before = a.logged.strikes.length
  for (const { way } of processes) way.faults.isElecting = true
  expect(await longestPause(c, 15_000)).toBeLessThan(1_300)
  expect([a.logged.strikes.length, leads(), engine.answering.size]).toEqual([before, -1, 0])
  expect(a.shared.links().lightning.state).toBe('live')
  for (const { way } of processes) way.faults.isElecting = false
  await clock.advance(5_000)
  expect(leads()).toBe(processes.indexOf(a))
  await clock.advance(20_000)
  expectWhole(a, b, c)
})

it('a leader whose own line is not live for ten seconds, while line B is, yields to the process that has it', async () => {
  const { clock, a, b, upstream, leads, processes, c, expectWhole } = await setUp()
  // Its socket is half-open, and it gets no other one.
  upstream.strikes.stall(upstream.strikes.sockets.held[0] as FakeSocket)
  upstream.strikes.refuseWith = CLOSE_TOO_MANY_SOCKETS
  await clock.advance(25_000)
  expect(leads()).toBe(processes.indexOf(b))
  upstream.strikes.refuseWith = null
  await clock.advance(30_000)
  expectWhole(a, b, c)
})
