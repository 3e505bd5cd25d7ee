import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { API_PATHS } from '../../contract/api-paths.ts'
import { HTTP_REQUESTS_PER_SECOND } from '../../contract/limits.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Alarm, AlarmList } from '../../contract/watch/alarms.ts'
import type { JournalEntry } from '../../contract/watch/journal.ts'
import {
  type Collector,
  leaderOf,
  type Member,
  startCluster,
  startUpstream,
  type TestCluster,
  type Upstream,
} from '../../testing/cluster/cluster-kit.ts'
import { type ClusterFault, engineFault, memberFault, natsFault, together } from '../../testing/cluster/faults.ts'
import { NATS_SERVER } from '../../testing/cluster/nats-server.ts'
import { openRoundRobin, type RoundRobin } from '../../testing/cluster/round-robin.ts'
import { createRecordIds, openScreen, type Screen } from '../../testing/cluster/screen.ts'
import { startWebhookReceiver } from '../../testing/cluster/webhook-receiver.ts'

const SCREENS = 6
/** A file with a place around all simulated strikes. */
const PLACES_FILE = `{ "type": "FeatureCollection", "features": [{
  "type": "Feature", "properties": { "id": "park", "name": "Wind farm", "holdMin": 30 },
  "geometry": { "type": "Polygon", "coordinates": [[[70, 0], [140, 0], [140, 55], [70, 55], [70, 0]]] }
}] }`

let cluster: TestCluster
let upstream: Upstream
let proxy: RoundRobin
let truth: Collector
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
const members: Member[] = []
const screens: Screen[] = []
const ids = createRecordIds()
/** Condition of the current test. */
let awaited = ''

function awaiting<T>(what: string, event: Promise<T>): Promise<T> {
  awaited = what
  return event
}

const LOG_LINES = 15

/** The state of all processes and screens, for a test that failed or timed out. */
function report(): string {
  const sent = [...truth.strikes.keys()]
  const shown = screens.map((screen, i) => {
    const lacking = sent.filter((digits) => screen.count(ids.idOf(digits)) === 0)
    const gaps = screen.gaps().map(({ fromMs, toMs }) => `${formatUtc(fromMs)}/${formatUtc(toMs)}`)
    return `screen ${i}: lacks ${lacking.length} of ${sent.length}: ${lacking[0]} to ${lacking.at(-1)}, gaps ${gaps}, ${screen.story().slice(-3).join('; ')}`
  })
  const logs = members.map(({ said }, i) => {
    const lines = said.err.split('\n').filter((line) => !line.includes('"level":"debug"'))
    return [`process ${i}:`, ...lines.slice(-LOG_LINES)].join('\n')
  })
  return [`awaited ${awaited}`, ...shown, ...logs].join('\n')
}

/** Resolves with the first result that is not null. Checked with each strike; a busy process may not answer. */
async function eventually<T>(what: string, is: () => Promise<T | null> | T | null): Promise<T> {
  awaited = what
  for (;;) {
    const found = await Promise.resolve()
      .then(is)
      .catch(() => null)
    if (found !== null) return found
    const known = truth.strikes.size
    await truth.until(() => truth.strikes.size > known)
  }
}

/** Some strikes later all sent strikes are at the screens, each once. */
async function whole(): Promise<void> {
  const known = truth.strikes.size
  const more = truth.until(() => truth.strikes.size > known + 30)
  await awaiting('strikes of the simulator', more)
  awaited = 'all strikes at all screens, without a gap'
  const sent = [...truth.strikes.keys()]
  for (const screen of screens) {
    await screen.until(() => sent.every((digits) => screen.count(ids.idOf(digits)) > 0))
    expect(screen.ids().filter((id) => screen.count(id) > 1)).toEqual([])
    await screen.until(() => screen.gaps().length === 0)
  }
}

const isOpen = ({ acknowledged, stage }: Alarm) => stage === 'alarm' && acknowledged === null
const leader = () => eventually('a leader', () => leaderOf(members))
const another = (than: Member) =>
  eventually('another leader', () => leaderOf(members.filter((member) => member !== than)))

async function get(member: Member, path: string) {
  return (await fetch(`${await member.ready}${path}`)).json()
}

/** Points of the day on the status page of a process. */
const pointsAt = async (member: Member): Promise<number> => (await get(member, '/api/status')).points.spentToday

async function through(fault: ClusterFault, ...meanwhile: (() => Promise<unknown>)[]): Promise<void> {
  fault.begin()
  try {
    for (const step of meanwhile) await step()
  } finally {
    await awaiting(`the end of: ${fault.name}`, fault.undo())
  }
  await whole()
}

describe.skipIf(NATS_SERVER === null)('three processes on three NATS servers, behind a proxy', () => {
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    const files = { PLACES_FILE, CHANNELS_FILE: receiver.channels }
    upstream = await startUpstream(30)
    cluster = await startCluster({ natsServers: 3, env: upstream.env, files })
    for (let i = 0; i < 3; i++) members.push(await cluster.start())
    await Promise.all(members.map(({ ready }) => ready))
    proxy = await openRoundRobin()
    proxy.serve(members.map(({ port }) => port))
    screens.push(...Array.from({ length: SCREENS }, () => openScreen({ port: proxy.port, ids })))
    for (const screen of screens) await screen.until(screen.isLive)
    truth = await upstream.truth()
    await whole()
  })

  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(report())
  })

  afterAll(async () => {
    for (const screen of screens) screen.close()
    await proxy?.close()
    await cluster?.close()
    await upstream?.close()
    receiver?.close()
  })

  it('lose and double nothing when the leader is killed, and the next one continues its alarms', async () => {
    const led = await leader()
    const other = members.find((member) => member !== led)!
    const alarmsAt = async (member: Member) => ((await get(member, API_PATHS.alarms)) as AlarmList).alarms
    await eventually('a webhook', () => receiver.took.some(({ place }) => place?.id === 'park') || null)
    const { id } = await eventually('an alarm', async () => (await alarmsAt(other)).find(isOpen) ?? null)
    /** A request to a process that is not the leader. */
    const send = (method: string, path: string, body: object) =>
      eventually(`${method} ${path}`, async () => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch((await other.ready) + path, { method, headers, body: JSON.stringify(body) })
        return answer.ok || null
      })
    await send('POST', `${API_PATHS.alarms}/${id}/acknowledge`, { by: 'Wei', note: 'seen' })
    await send('PUT', `${API_PATHS.snoozes}/park`, { by: 'Wei', minutes: 60 })
    await through(memberFault(members, members.indexOf(led), 'killed'), () => another(led))
    for (const member of members)
      await eventually('the state of the alarms', async () => {
        const alarm = (await alarmsAt(member)).find((each) => each.id === id)
        const { snoozes } = await get(member, API_PATHS.snoozes)
        const { entries } = await get(member, API_PATHS.journal)
        const isNoted = entries.some(({ kind, by }: JournalEntry) => kind === 'acknowledge' && by === 'Wei')
        return (isNoted && alarm?.acknowledged?.note === 'seen' && snoozes[0]?.place === 'park') || null
      })
  })

  it('lose nothing while a NATS server is suspended and a process without the lead is killed', async () => {
    const led = await leader()
    const i = members.findIndex((member) => member !== led)
    const faults = [natsFault(cluster.nats, members, 1, 'stopped'), memberFault(members, i, 'killed')]
    await through(together('a machine without the lead', faults), whole)
  })

  it('deliver strikes of an ingest to its viewers while all NATS servers are down, and lose nothing', async () => {
    await leader()
    const before = truth.strikes.size
    const hasMore = (screen: Screen) =>
      [...truth.strikes.keys()].slice(before).filter((digits) => screen.count(ids.idOf(digits)) > 0).length > 60
    const anyScreen = () => Promise.any(screens.map((screen) => screen.until(() => hasMore(screen))))
    await through(engineFault(cluster.nats, members, 'killed'), () => awaiting('strikes at any screen', anyScreen()))
  })

  it('hand over by SIGTERM in a rolling restart: viewers lose nothing, and the points are known', async () => {
    const { path, pricePoints } = standardEndpoints.observationAtPoint
    const url = `http://127.0.0.1:${proxy.port}${path}?lat=31.14&lon=121.8`
    await eventually('an observation', async () => (await cluster.ask(url)).status === 200 || null)
    await eventually('its points', async () => (await pointsAt(await leader())) >= pricePoints || null)
    for (const [i, member] of members.entries()) {
      member.kill('SIGTERM')
      expect(await awaiting(`the end of process ${i}`, member.ended)).toBe(0)
      members[i] = member.again()
      await awaiting(`the start of process ${i}`, members[i].ready)
    }
    await whole()
    const charged = (await upstream.account()).pointsSpent
    const isCharged = async () => (await pointsAt(await leader())) >= charged || upstream.isOtherDay() || null
    await eventually('the points at the next leader', isCharged)
  })

  it('were never refused a socket by the upstream, and sent at most two requests in any second', async () => {
    const { sockets, requests } = await upstream.account()
    expect(sockets.refused).toBe(0)
    expect(requests.peakPerSecond).toBeLessThanOrEqual(HTTP_REQUESTS_PER_SECOND)
  })
})
