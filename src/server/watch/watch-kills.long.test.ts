import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { systemClock } from '../../core/time/clock.ts'
import { seededRandom } from '../../core/util/random.ts'
import { CERTIFICATE } from '../../testing/channels/certificate.ts'
import { startAedes } from '../../testing/channels/mqtt-broker.ts'
import { alarmsOf, raisedBy } from '../../testing/channels/watched-storm.ts'
import { temporaryFolder } from '../../testing/history-kit.ts'
import { createSqliteHistory } from '../history/sqlite/sqlite-history.ts'

const KILLS = Number(process.env.KILLS ?? 200)
const WATCHED = join(import.meta.dirname, '../../testing/channels/watched-process.ts')
/** Maximum time from the start of a process until its kill, ms. */
const LIVES_AT_MOST_MS = 400
const REFUSED_SHARE = 0.1
/** A strike raises nothing after its hold time: until then a process must live long enough to catch up. */
const BEHIND_AT_MOST_MS = 30_000

/** Accepts messages in order, but refuses some, or accepts them without a response. */
async function startReceiver(random: () => number) {
  const took: string[] = []
  /** The last message of each place. */
  const last = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Alarm
    const dice = random()
    if (dice < REFUSED_SHARE) return response.writeHead(503).end()
    took.push(`${body.place?.id} ${body.stage}`)
    if (body.place) last.set(body.place.id, stateOf(body))
    if (dice < REFUSED_SHARE * 2) return request.socket.destroy()
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { took, last, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const stateOf = ({ level, state, levels }: Alarm) => {
  return JSON.stringify([level, state, levels?.map((each) => [each.id, each.state, each.since])])
}

/** State of each place that is not off, as a light reads it from a broker's retained messages. */
async function startLight() {
  const broker = await startAedes()
  const { port } = broker
  const client = await connectAsync({ protocol: 'mqtts', host: 'localhost', port, ca: CERTIFICATE })
  onTestFinished(async () => {
    await client.endAsync(true)
    await broker.stop()
  })
  const on = new Map<string, string>()
  client.on('message', (topic, payload) => {
    const place = topic.split('/')[2]!
    const body = payload.length === 0 ? null : (JSON.parse(String(payload)) as Alarm)
    if (!body || body.state === 'off') on.delete(place)
    else on.set(place, stateOf(body))
  })
  await client.subscribeAsync('brontide/places/+/state', { qos: 1 })
  return { port, on }
}

it(`sends every state at least once, in order, through ${KILLS} kills, most of them near the end of a level`, {
  timeout: KILLS * 10_000 + 180_000,
}, async () => {
  const random = seededRandom(7)
  const { took, last: lastBodies, url } = await startReceiver(random)
  const light = await startLight()
  const dir = temporaryFolder()
  const beganMs = Date.now()
  let child: ChildProcess | null = null
  const start = (...end: string[]) => {
    const args = [dir, url, String(light.port), String(beganMs), ...end]
    child = spawn(process.execPath, [WATCHED, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    return child
  }
  onTestFinished(() => void child?.kill('SIGKILL'))

  /** The newest row of each place, and places with pending deliveries. */
  async function stored() {
    const log = pino({ level: 'silent' })
    const history = createSqliteHistory({ dir, name: 'storm.sqlite', hours: 24, clock: systemClock, log })
    const kept = (await history.watch.alarms({ afterRev: 0, limit: 100_000 })).map(({ alarm }) => alarm)
    const waiting = new Set((await history.watch.waiting()).map(({ alarm }) => alarm.place?.id))
    await history.close()
    return { kept, newest: new Map(kept.map((alarm) => [alarm.place!.id, alarm])), waiting }
  }

  let caughtUpMs = beganMs
  for (let kill = 0; kill < KILLS; kill++) {
    const process = start()
    // Some do not live to see the first strike.
    if (random() < 0.9) await once(process.stdout!, 'data')
    await pause(random() * LIVES_AT_MOST_MS)
    if (Date.now() - caughtUpMs > BEHIND_AT_MOST_MS) {
      caughtUpMs = Date.now()
      const newest = alarmsOf(caughtUpMs, beganMs).at(-1)!
      while (!took.includes(newest)) await pause(50)
    }
    process.kill('SIGKILL')
    await once(process, 'exit')
    const { newest, waiting } = await stored()
    for (const [place, alarm] of newest) {
      if (!waiting.has(place)) expect([place, lastBodies.get(place)]).toEqual([place, stateOf(alarm)])
    }
  }
  const endMs = Date.now()
  const expected = raisedBy(endMs, beganMs)
  expect(expected.length).toBeGreaterThan(KILLS)
  const last = start(String(endMs))
  while (new Set(took).size < expected.length || light.on.size > 0) await pause(100)
  last.kill('SIGKILL')
  await once(last, 'exit')

  const { kept, newest } = await stored()
  expect(kept.map(({ place, stage }) => `${place?.id} ${stage}`).sort()).toEqual([...expected].sort())
  // One message replaces all missed ones: the last one is the state in the log.
  for (const [place, state] of lastBodies) expect([place, state]).toEqual([place, stateOf(newest.get(place)!)])
  const first = [...new Set(took)]
  const byPlace = Map.groupBy(first, (each) => each.split(' ')[0]!)
  const stages = [...byPlace.values()].map((of) => of.map((each) => each.split(' ')[1]).join())
  expect(stages.filter((each) => each !== 'alert,alarm,quiet' && each !== 'alert,quiet')).toEqual([])
  expect(first.sort()).toEqual([...expected].sort())
})
