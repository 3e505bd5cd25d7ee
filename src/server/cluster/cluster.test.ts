import { afterEach, describe, expect, it } from 'vitest'
import { standardEndpoints } from '../../contract/standard.ts'
import { type Collector, startCluster } from '../../testing/cluster/cluster-kit.ts'
import { NATS_SERVER } from '../../testing/cluster/nats-server.ts'
import type { ServerProcess } from '../../testing/server-process.ts'

/** On a machine that is busy a lease may run out at any moment: what is asserted holds whoever leads by then. */

let cluster: Awaited<ReturnType<typeof startCluster>>

const LEADS = /"this process leads"/
const led = (server: ServerProcess) => server.heard(LEADS, 'err')

/** A number of strikes later everything that the upstream has sent is at these viewers, and once. */
async function whole(truth: Collector, viewers: Collector[], more = 200): Promise<void> {
  const known = truth.strikes.size
  await truth.until(() => truth.strikes.size > known + more)
  const sent = [...truth.strikes.keys()]
  for (const viewer of viewers) {
    await viewer.until(() => sent.every((each) => viewer.strikes.has(each)))
    expect([...viewer.strikes].filter(([, count]) => count > 1)).toEqual([])
  }
}

/** Asks again with each strike that comes. */
async function eventually(truth: Collector, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    const known = truth.strikes.size
    await truth.until(() => truth.strikes.size > known)
  }
}

/** Two processes, who leads first, with a viewer at each. */
async function two() {
  cluster = await startCluster({ natsServers: 1 })
  const servers = [cluster.start(), cluster.start()]
  const leader = await Promise.race(servers.map((server) => led(server).then(() => server)))
  const follower = servers.find((server) => server !== leader)!
  const [atLeader, atFollower] = [await cluster.viewer(await leader.ready), await cluster.viewer(await follower.ready)]
  for (const viewer of [atLeader, atFollower]) await viewer.until(() => viewer.states.at(-1) === true)
  const truth = await cluster.truth()
  await whole(truth, [atLeader, atFollower])
  return { leader, follower, atLeader, atFollower, truth }
}

/** What the status page of a process says of the points of the day. */
async function pointsAt(url: string): Promise<number> {
  return (await (await fetch(`${url}/api/status`)).json()).points.spentToday
}

describe.skipIf(NATS_SERVER === null)('two processes on one NATS', () => {
  afterEach(async () => {
    expect(cluster.watch.socketsMost).toBeLessThanOrEqual(3)
    await cluster.close()
  })

  it('go on when the one that leads is killed: nothing is lost, nothing comes twice', async () => {
    const { leader, follower, atFollower, truth } = await two()
    leader.kill('SIGKILL')
    await led(follower)
    await whole(truth, [atFollower])
  })

  it('hand the lead over when one is asked to end; its viewers are told to come again, and its points are known', async () => {
    const { leader, follower, atLeader, atFollower, truth } = await two()
    const { path, pricePoints } = standardEndpoints.observationAtPoint
    const url = await follower.ready
    const ask = async () => (await cluster.ask(`${url}${path}?lat=31.14&lon=121.8`)).status === 200
    await eventually(truth, ask)
    await eventually(truth, async () => (await pointsAt(url)) >= pricePoints)
    const spent = await pointsAt(url)

    leader.kill('SIGTERM')
    expect(await atLeader.closed).toBe(1012)
    expect(await leader.ended).toBe(0)
    await led(follower)
    await whole(truth, [atFollower])
    expect(await pointsAt(url)).toBeGreaterThanOrEqual(spent)
  })

  it('keep one that slept from the upstream: it follows when it wakes up', async () => {
    const { leader, follower, atLeader, atFollower, truth } = await two()
    leader.kill('SIGSTOP')
    await led(follower)
    await whole(truth, [atFollower])
    leader.kill('SIGCONT')
    await leader.heard(/"this process leads no more"/, 'err')
    await whole(truth, [atLeader, atFollower])
  })

  it('give a third one with an empty disk all that was told before', async () => {
    const { truth } = await two()
    const third = await cluster.start().ready
    const viewer = await cluster.viewer(third, [...truth.strikes.keys()][0]!.split(' ')[0])
    await whole(truth, [viewer])
  })
})
