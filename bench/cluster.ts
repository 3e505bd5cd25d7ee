import { mkdirSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { API_PATHS } from '../src/contract/api-paths.ts'
import { HTTP_REQUESTS_PER_SECOND, SOCKETS_PER_APPLICATION } from '../src/contract/limits.ts'
import { standardEndpoints } from '../src/contract/standard.ts'
import { ALARMS_TOLD_MAX, type Alarm, type AlarmList } from '../src/contract/watch/alarms.ts'
import { delay, systemClock } from '../src/core/time/clock.ts'
import { SECOND_MS } from '../src/core/time/durations.ts'
import { seededRandom } from '../src/core/util/random.ts'
import {
  type Collector,
  leaderOf,
  type Member,
  startCluster,
  startUpstream,
  type TestCluster,
  type Upstream,
} from '../src/testing/cluster/cluster-kit.ts'
import {
  type ClusterFault,
  engineFault,
  KINDS,
  memberFault,
  NATS_KINDS,
  natsFault,
  together,
} from '../src/testing/cluster/faults.ts'
import { openRoundRobin } from '../src/testing/cluster/round-robin.ts'
import type { Seen } from '../src/testing/cluster/screen.ts'
import { startWebhookReceiver } from '../src/testing/cluster/webhook-receiver.ts'
import { judgeAlarms } from './cluster/judged-alarms.ts'
import { judgeSettled } from './cluster/judged-screens.ts'
import { pointsUnderWay } from './cluster/under-way.ts'
import { openViewers, type SeenScreen, type Viewers } from './cluster/viewers.ts'

/**
 * `npm run bench:cluster`: three NATS servers, three Brontides, and screens behind a round-robin proxy. Faults kill, suspend
 * or disconnect one process at a time. The records of each screen are compared with the upstream's.
 */

const USAGE = `npm run bench:cluster -- [flags]
  --minutes 10    duration of the series of faults
  --viewers 100   screens
  --every 60      seconds between faults
  --for 20        duration of a fault, seconds
  --only LIST     selected faults: brontide-killed,brontide-stopped,brontide-partitioned,nats-killed,nats-stopped,nats-partitioned,nats-isolated,machine-killed (a Brontide and a NATS server at once); only by selection: engine-killed,engine-stopped,engine-partitioned (all NATS servers at once)
  --rate 20       strikes a second
  --seed 1        seed of the order of faults
  --logs FOLDER   stores the output of the processes after each fault
`

const PROCESSES = 3
/** Maximum time without a batch for viewers of the failed process. */
const OWN_PAUSE_MAX_MS = 3 * SECOND_MS
/** Maximum time without a batch for viewers of other processes: a batch arrives each second. */
const OTHERS_PAUSE_MAX_MS = { single: 2 * SECOND_MS, machine: 3 * SECOND_MS }
/** Starting all processes and screens loads the machine: faults begin after this time with shorter delays than that. */
const CALM_FOR_MS = 10 * SECOND_MS
const CALM_DELAY_MS = 300
/** Pauses are not judged during a longer delay of this program, which may concern a small share of the faults. */
const JUDGED_DELAY_MS = SECOND_MS
const UNJUDGED_SHARE_MAX = 0.1
const ASK_EVERY_MS = 2_000
const LOOK_EVERY_MS = 100
/** Maximum time until missed records are backfilled by REST after a reconnect, including the longest back-off. */
const SETTLES_WITHIN_MS = 60_000
const clock = systemClock
/** All connections of the cluster pass this thread: its delays are pauses of all screens, and not of the product. */
const loopDelay = monitorEventLoopDelay({ resolution: 10 })
loopDelay.enable()

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    viewers: { type: 'string', default: '100' },
    every: { type: 'string', default: '60' },
    for: { type: 'string', default: '20' },
    only: { type: 'string' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    logs: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
// Child processes end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
if (values.help) process.stdout.write(USAGE)
else process.exit(await run())

async function run(): Promise<number> {
  const random = seededRandom(values.seed)
  const receiver = await startWebhookReceiver()
  const upstream = await startUpstream(Number(values.rate))
  const cluster = await startCluster({
    natsServers: PROCESSES,
    env: upstream.env,
    files: { CHANNELS_FILE: receiver.channels },
  })
  const members: Member[] = []
  for (let i = 0; i < PROCESSES; i++) members.push(await cluster.start())
  await Promise.all(members.map(({ ready }) => ready))
  const all = [...members]
  const proxy = await openRoundRobin()
  proxy.serve(members.map(({ port }) => port))
  // Viewers need another ready process before one is stopped.
  while (!proxy.areAllReady()) await delay(clock, LOOK_EVERY_MS)
  const viewers = openViewers({ port: proxy.port, count: Number(values.viewers) })
  await viewers.opened()
  const truth = await upstream.truth()
  say(`${values.viewers} screens are live.`)
  const stopAsking = clock.every(ASK_EVERY_MS, () => ask(cluster, proxy.port, random))
  await truth.until(() => truth.strikes.size > 0) // an overloaded machine may be late
  while (!(leaderOf(members) && proxy.areAllReady() && (await viewers.areLive()))) await delay(clock, LOOK_EVERY_MS)
  do {
    delayedMs(await viewers.seen())
    await delay(clock, CALM_FOR_MS)
  } while (delayedMs(await viewers.seen()) > CALM_DELAY_MS)

  const pausesMostMs = { own: 0, others: 0, machine: 0 }
  const faults: Faults = { all: 0, unjudged: 0 }
  const endMs = clock.monotonicMs() + Number(values.minutes) * 60 * SECOND_MS
  while (clock.monotonicMs() < endMs) {
    const fault = chosenFault()
    const ports = await viewers.socketPorts()
    const isOwn = ports.map((port) => fault.port !== null && proxy.servedBy(port!) === fault.port)
    const beganMs = clock.monotonicMs()
    say(`${timeOf(clock.now())} ${fault.name}; Brontide ${members.indexOf(leaderOf(members)!)} leads`)
    fault.begin()
    await delay(clock, Number(values.for) * SECOND_MS)
    await fault.undo()
    await delay(clock, Math.max(0, beganMs + Number(values.every) * SECOND_MS - clock.monotonicMs()))
    const pausesMs = reportPauses(await viewers.seen(), isOwn)
    storeLogs(all)
    faults.all++
    if (pausesMs.delayedMs > JUDGED_DELAY_MS) {
      faults.unjudged++
      continue
    }
    pausesMostMs.own = Math.max(pausesMostMs.own, pausesMs.own)
    if (fault.of !== 'engine') pausesMostMs[fault.of] = Math.max(pausesMostMs[fault.of], pausesMs.others)
  }
  stopAsking()
  const killed = all.filter((member) => !members.includes(member))
  const failed = await judge({ viewers, truth, upstream, members, killed, pausesMostMs, faults })
  const failedWatch = await judgeWatch(members, receiver.took)
  storeLogs(all)
  await viewers.close()
  await proxy.close()
  await cluster.close()
  await upstream.close()
  receiver.close()
  return failed || failedWatch

  /** The port of the failing process; null if there is none. */
  function chosenFault(): ClusterFault & { port: number | null; of: 'others' | 'machine' | 'engine' } {
    const isNamed = (name: string) => values.only?.split(',').includes(name) ?? false
    const ofAll = KINDS.filter((kind) => isNamed(`engine-${kind}`))
    for (;;) {
      const engineKind = ofAll.length > 0 && ofAll[Math.floor(random() * 2 * PROCESSES)]
      if (engineKind) return { ...engineFault(cluster.nats, members, engineKind), port: null, of: 'engine' }
      const i = Math.floor(random() * (2 * PROCESSES + 1))
      const at = random()
      const oneOf = <K>(kinds: readonly K[]) => kinds[Math.floor(at * kinds.length)]!
      const isChosen = (name: string) => !values.only || isNamed(name)
      if (i < PROCESSES) {
        const kind = oneOf(KINDS)
        if (!isChosen(`brontide-${kind}`)) continue
        return { ...memberFault(members, i, kind, (member) => all.push(member)), port: members[i]!.port, of: 'others' }
      }
      if (i === 2 * PROCESSES) {
        if (!isChosen('machine-killed')) continue
        const machine = Math.floor(at * PROCESSES)
        const faults = [
          natsFault(cluster.nats, members, machine, 'killed'),
          memberFault(members, machine, 'killed', (member) => all.push(member)),
        ]
        return { ...together(`machine ${machine} killed`, faults), port: members[machine]!.port, of: 'machine' }
      }
      const kind = oneOf(NATS_KINDS)
      if (isChosen(`nats-${kind}`))
        return { ...natsFault(cluster.nats, members, i - PROCESSES, kind), port: null, of: 'others' }
    }
  }
}

/** The longest times without a batch, ms: on the failed process, and on the others; 0 without viewers. */
interface Pauses {
  own: number
  others: number
}

/** Numbers of faults. */
interface Faults {
  all: number
  /** Those during which this program was delayed for too long. */
  unjudged: number
}

function reportPauses(screens: readonly SeenScreen[], isOwn: readonly boolean[]): Pauses & { delayedMs: number } {
  const seen = screens.map((screen, i) => ({ ...screen, isOwn: isOwn[i]! }))
  for (const isOwn of [true, false]) {
    const those = seen.filter((each) => each.isOwn === isOwn)
    if (those.length === 0) continue
    const line = (name: string, of: (each: Seen) => number) => {
      const sorted = those.map(of).sort((a, b) => a - b)
      const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))]! / SECOND_MS).toFixed(1)
      return `${name} ${at(0)} s at least, ${at(0.5)} s in the middle, ${at(1)} s at most`
    }
    const moved = those.filter(({ reconnects }) => reconnects > 0).length
    say(
      `  ${those.length} ${isOwn ? 'viewers of the failed process' : 'other viewers'}, ${moved} with a new socket; ${line('without a batch', (each) => each.pauseMs)}; ${line('not live', (each) => each.notLiveMs)}`,
    )
  }
  const longest = seen.reduce((a, b) => (b.pauseMs > a.pauseMs ? b : a))
  const delayMs = delayedMs(screens)
  say(
    `  the longest ended at ${timeOf(longest.pauseEndMs)}; this program was delayed for ${(delayMs / SECOND_MS).toFixed(2)} s at most`,
  )
  const slow = seen.filter(({ isOwn, pauseMs }) => isOwn && pauseMs > OWN_PAUSE_MAX_MS)
  for (const { story } of slow.slice(0, 3)) say(`  example of a longer pause: ${story.join('; ')}`)
  const most = (isOwn: boolean) => Math.max(0, ...seen.map((each) => (each.isOwn === isOwn ? each.pauseMs : 0)))
  return { own: most(true), others: most(false), delayedMs: delayMs }
}

/** A request for the weather at a new position. */
function ask(cluster: TestCluster, port: number, random: () => number): void {
  const place = `lat=${(random() * 50).toFixed(2)}&lon=${(70 + random() * 60).toFixed(2)}`
  cluster.ask(`http://127.0.0.1:${port}${standardEndpoints.observationAtPoint.path}?${place}`).catch(() => {})
}

async function judge(found: {
  viewers: Viewers
  truth: Collector
  upstream: Upstream
  members: readonly Member[]
  killed: readonly Member[]
  pausesMostMs: Pauses & { machine: number }
  faults: Faults
}): Promise<number> {
  const { viewers, truth, upstream, members, killed, pausesMostMs, faults } = found
  const judged = await judgeSettled({ judge: viewers.judge, truth, clock, settlesWithinMs: SETTLES_WITHIN_MS })
  for (const line of judged.says) say(`  ${line}`)
  const points = await comparePoints(upstream, members, killed)
  const { sockets, requests } = await upstream.account()
  const facts = {
    'sent strikes': judged.sent,
    'screens with a missing strike': judged.lacking,
    'screens with a duplicate strike': judged.twice,
    'strikes that were never sent': judged.foreign.length,
    'most sockets at the upstream': sockets.peak,
    'most requests in any second': requests.peakPerSecond,
    'faults whose pauses were not judged': `${faults.unjudged} of ${faults.all}`,
    'maximum seconds without a batch, viewers of a failed process': pausesMostMs.own / SECOND_MS,
    'maximum seconds without a batch, other viewers then, or after a failed NATS server':
      pausesMostMs.others / SECOND_MS,
    'maximum seconds without a batch, other viewers after a failed machine': pausesMostMs.machine / SECOND_MS,
    'points charged': points.charged,
    'points counted': points.counted,
    'maximum points of calls in flight at a killed process': points.underWay,
  }
  for (const digits of judged.foreign.slice(0, 3)) say(`  never sent: ${digits}`)
  for (const [name, value] of Object.entries(facts)) say(`${name}: ${value}`)
  const isGood =
    judged.sent > 0 &&
    judged.lacking === 0 &&
    judged.twice === 0 &&
    judged.foreign.length === 0 &&
    facts['most sockets at the upstream'] <= SOCKETS_PER_APPLICATION &&
    facts['most requests in any second'] <= HTTP_REQUESTS_PER_SECOND &&
    faults.unjudged <= UNJUDGED_SHARE_MAX * faults.all &&
    pausesMostMs.own <= OWN_PAUSE_MAX_MS &&
    pausesMostMs.others <= OTHERS_PAUSE_MAX_MS.single &&
    pausesMostMs.machine <= OTHERS_PAUSE_MAX_MS.machine &&
    isAccounted(points)
  return isGood ? 0 : 1
}

interface Points {
  counted: number
  charged: number
  /** Of calls that were under way at a process that was killed, by its own log: each counts, and may have been charged or not. */
  underWay: number
}

/** Equal except for unfinished calls of a killed process. */
function isAccounted({ counted, charged, underWay }: Points): boolean {
  return counted >= charged && counted <= charged + underWay
}

async function comparePoints(
  upstream: Upstream,
  members: readonly Member[],
  killed: readonly Member[],
): Promise<Points> {
  const underWay = killed.reduce((sum, { said }) => sum + pointsUnderWay(said.err), 0)
  const giveUpMs = clock.monotonicMs() + SETTLES_WITHIN_MS
  for (;;) {
    // Each process reports the points; a new leader may not have announced itself yet.
    const { port } = leaderOf(members) ?? members[0]!
    const { points } = await (await fetch(`http://127.0.0.1:${port}/api/status`)).json()
    const found = { counted: points.spentToday as number, charged: (await upstream.account()).pointsSpent, underWay }
    // The last requests may be pending.
    if (found.counted === found.charged || clock.monotonicMs() >= giveUpMs) return found
    await delay(clock, SECOND_MS)
  }
}

function storeLogs(members: readonly Member[]): void {
  if (!values.logs) return
  mkdirSync(values.logs, { recursive: true })
  for (const [i, { said }] of members.entries()) writeFileSync(`${values.logs}/brontide-${i}.log`, said.err)
}

/** Each process must have every row, each change of state must have been sent, and the last message must have the newest state. */
async function judgeWatch(members: readonly Member[], took: readonly Alarm[]): Promise<number> {
  const logs = () =>
    Promise.all(
      members.map(async ({ port }) => {
        const answer = await fetch(`http://127.0.0.1:${port}${API_PATHS.alarms}?limit=${ALARMS_TOLD_MAX}`)
        return ((await answer.json()) as AlarmList).alarms
      }),
    )
  const giveUpMs = clock.monotonicMs() + SETTLES_WITHIN_MS
  for (;;) {
    const all = await logs()
    // Alarms raised during the requests are in some responses only; the oldest may have been dropped by others.
    const fromMs = Math.max(...all.map(oldestMs))
    const toMs = clock.now() - 5 * SECOND_MS
    const due = all.map((alarms) => alarms.filter(({ at }) => Date.parse(at) >= fromMs && Date.parse(at) < toMs))
    const { rows, lacking, unsent, repeated, differing } = judgeAlarms(due, took)
    const isGood = rows > 0 && lacking === 0 && unsent.length === 0 && differing.length === 0
    if (!isGood && clock.monotonicMs() < giveUpMs) {
      await delay(clock, SECOND_MS)
      continue
    }
    say(`rows in the log of alarms: ${rows}`)
    say(`rows that a process lacks: ${lacking}`)
    say(`changes of state not sent: ${unsent.length} ${unsent.slice(0, 3).join(' ')}`.trim())
    say(
      `ladders whose last message has another state than the log: ${differing.length} ${differing.slice(0, 3).join(' ')}`.trim(),
    )
    say(`messages sent more than once: ${repeated}`)
    return isGood ? 0 : 1
  }
}

function oldestMs(alarms: readonly Alarm[]): number {
  return Math.min(...alarms.map(({ at }) => Date.parse(at)))
}

/** The longest delay of the proxies and screens since it was last asked. */
function delayedMs(screens: readonly SeenScreen[]): number {
  const proxiesMs = loopDelay.max / 1e6
  loopDelay.reset()
  return Math.max(proxiesMs, ...screens.map(({ delayMs }) => delayMs))
}

/** UTC, to the millisecond. */
function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
