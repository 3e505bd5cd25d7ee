import { expect, it, onTestFinished, vi } from 'vitest'
import { CLOSE_TOO_MANY_SOCKETS } from '../../contract/close-codes.ts'
import type { ClusterProcess } from '../../testing/cluster/cluster-process.ts'
import { createWorld } from '../../testing/cluster/simulation.ts'
import { silentLog as log } from '../../testing/fakes/silent-log.ts'
import { Activity, countInflating } from '../../testing/wire/activity.ts'
import type { Relay } from '../../testing/wire/fault-relay.ts'
import { createFaultViewer } from '../../testing/wire/fault-viewer.ts'
import { pageIdentity } from '../../testing/wire/scripted-upstream.ts'
import { Wire } from '../../testing/wire/wire.ts'
import { createKeyring } from '../contract/accounts/keyring.ts'
import { RELAY_LIMITS, relayPolicy } from '../contract/accounts/policy.ts'
import { createTokenIssuer } from '../contract/accounts/token-issuer.ts'
import { createContractServer } from '../contract/contract-server.ts'

/** A leader `a`, the process `b` with line B, and a follower `c`. */
async function setUp(rest?: () => Promise<void>) {
  const world = createWorld(1, rest)
  const { clock, join } = world
  const processes = [join(), join(), join()]
  await clock.advance(20_000)
  const awake = () => processes.filter(({ way }) => !way.faults.isAsleep)
  const leads = () => awake().find(({ leader }) => leader.leads())
  const hasLineB = () => awake().find(({ second }) => second.isLive())
  const a = leads()!
  const b = hasLineB()!
  const c = processes.find((each) => each !== a && each !== b)!
  return {
    ...world,
    processes,
    leads,
    hasLineB,
    a,
    b,
    c,
    /** The longest time without a batch at that process within the next `ms`. */
    async longestPause({ told }: ClusterProcess, ms: number) {
      const from = told.atMs.length
      await clock.advance(ms)
      const atMs = [...told.atMs.slice(from - 1), clock.monotonicMs()]
      return Math.max(...atMs.slice(1).map((at, i) => at - atMs[i]!))
    },
  }
}

it('the other processes miss no batch when the leader is suspended; the process with line B is the leader within seven seconds', async () => {
  const { clock, a, b, c, leads, hasLineB, longestPause, expectWhole } = await setUp()
  a.way.faults.isAsleep = true
  expect(await longestPause(c, 7_000)).toBeLessThan(1_300)
  expect(leads() === b).toBe(true)
  // The sockets of a process that is asleep stay open: reports come by REST until it wakes up.
  expect(await longestPause(c, 60_000)).toBeLessThan(1_300)
  expectWhole([b, c])
  a.way.wake()
  await clock.advance(60_000)
  expect([leads() === b, hasLineB() !== undefined, a.leader.leads()]).toEqual([true, true, false])
  expectWhole([a, b, c])
})

it('streams without a response for 15 s are not visible to viewers, and the leader continues', async () => {
  const { clock, engine, a, c, leads, processes, longestPause, expectWhole } = await setUp()
  const before = a.logged.strikes.length
  for (const { way } of processes) way.faults.isElecting = true
  expect(await longestPause(c, 15_000)).toBeLessThan(1_300)
  expect([a.logged.strikes.length, leads(), engine.answering.size]).toEqual([before, undefined, 0])
  expect(a.shared.links().lightning.state).toBe('live')
  for (const { way } of processes) way.faults.isElecting = false
  await clock.advance(5_000)
  expect(leads() === a).toBe(true)
  await clock.advance(20_000)
  expectWhole(processes)
})

it('a leader whose own line is not live for ten seconds, while line B is, yields to the process that has it', async () => {
  const { clock, a, b, upstream, leads, processes, expectWhole } = await setUp()
  // Its socket is half-open, and it gets no other one.
  upstream.strikes.stall(upstream.strikes.sockets.held.find((socket) => a.way.sockets.has(socket))!)
  upstream.strikes.refuseWith = CLOSE_TOO_MANY_SOCKETS
  await clock.advance(25_000)
  expect(leads() === b).toBe(true)
  upstream.strikes.refuseWith = null
  await clock.advance(30_000)
  expectWhole(processes)
})

it('no strike is lost where a leader that no process heard has written after the lost end of the log', async () => {
  const { clock, engine, processes, join, expectWhole } = await setUp()
  engine.loseEnd(2)
  await engine.log.append([{ of: 'term', holder: 'unheard' }], engine.messages.length, 'unheard')
  await clock.advance(60_000)
  const joined = join()
  await clock.advance(10_000)
  expectWhole([...processes, joined])
})

it.each([1_000, 3_000])(
  'processes follow a leader after the lease and the log have lost their ends, %i ms after an election',
  async (afterMs) => {
    const { clock, engine, processes, expectWhole } = await setUp()
    for (const { way } of processes) way.faults.isElecting = true
    await clock.advance(7_000)
    for (const { way } of processes) way.faults.isElecting = false
    await clock.advance(afterMs)
    engine.cells.leader.loseLatest(20)
    engine.loseEnd(2)
    await clock.advance(60_000)
    expectWhole(processes)
    for (const { shared } of processes) expect(shared.links().metar.state).toBe('live')
  },
)

it('a screen that moves between processes, one of them behind or all without the log, has every strike, without requests', async () => {
  const activity = new Activity()
  onTestFinished(countInflating(activity))
  const { clock, upstream, b, c, processes } = await setUp(activity.rest)
  const tokens = createTokenIssuer({ secret: 'the secret of all', clock })
  const policy = relayPolicy(createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS }))
  const serve = ({ shared }: ClusterProcess) => createContractServer({ source: shared, clock, policy, log })
  const here = serve(c)
  const there = serve(b)
  let at = here
  const wire = new Wire({ clock, activity, server: () => at })
  const fetch = vi.spyOn(wire, 'fetch')
  const asked = () => fetch.mock.calls.filter(([url]) => url.includes('fast-lightning')).length
  const screen = createFaultViewer({ clock, wire, relay: () => ({ tokens }) as Relay, name: 'a screen' })
  onTestFinished(screen.close)
  async function moveTo(server: typeof here): Promise<void> {
    at = server
    wire.cut()
    await clock.advance(3_000)
  }
  screen.start()
  await clock.advance(20_000)
  const { seen, gaps } = screen.had.strikes
  const before = [asked(), gaps.length]
  expect(asked()).toBeGreaterThan(0)

  c.way.faults.isPartitioned = true
  await clock.advance(4_000)
  await moveTo(there)
  expect(screen.states().strikes).toBe('live')
  await moveTo(here)
  c.way.faults.isPartitioned = false
  await clock.advance(5_000)

  // Batches that are not in the log have no position.
  for (const { way } of processes) way.faults.isElecting = true
  await clock.advance(10_000)
  for (const to of [there, here, there]) await moveTo(to)
  for (const { way } of processes) way.faults.isElecting = false
  const sent = upstream.strikes.arrived.map(({ record }) => pageIdentity(record))
  await clock.advance(10_000)

  expect(sent.filter((id) => !seen.has(id))).toEqual([])
  expect([asked(), gaps.length]).toEqual(before)
  expect(screen.page.observed.missing(clock.now() - 45_000, clock.now() - 5_000, clock.now())).toEqual([])
})
