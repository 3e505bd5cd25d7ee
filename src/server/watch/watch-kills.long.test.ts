import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { systemClock } from '../../core/time/clock.ts'
import { seededRandom } from '../../core/util/random.ts'
import { raisedBy } from '../../testing/channels/watched-storm.ts'
import { temporaryFolder } from '../../testing/history-kit.ts'
import { createSqliteHistory } from '../history/sqlite/sqlite-history.ts'

const KILLS = Number(process.env.KILLS ?? 200)
const WATCHED = join(import.meta.dirname, '../../testing/channels/watched-process.ts')
/** Killed anywhere between its start and so long after it has begun to watch, ms. */
const LIVES_AT_MOST_MS = 400
const REFUSED_SHARE = 0.1

/** Takes what comes, in its order, but for some that it refuses or takes without saying so. */
async function startReceiver(random: () => number) {
  const took: string[] = []
  /** What the last message said of each place. */
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

it(`has each alarm once in the log and at least once at the receiver, in order, through ${KILLS} kills`, {
  timeout: KILLS * 10_000,
}, async () => {
  const random = seededRandom(7)
  const { took, last: lastBodies, url } = await startReceiver(random)
  const dir = temporaryFolder()
  const beganMs = Date.now()
  let child: ChildProcess | null = null
  const start = (...end: string[]) => {
    child = spawn(process.execPath, [WATCHED, dir, url, String(beganMs), ...end], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return child
  }
  onTestFinished(() => void child?.kill('SIGKILL'))
  for (let kill = 0; kill < KILLS; kill++) {
    const process = start()
    // Some do not live to see the first strike.
    if (random() < 0.9) await once(process.stdout!, 'data')
    await pause(random() * LIVES_AT_MOST_MS)
    process.kill('SIGKILL')
    await once(process, 'exit')
  }
  const endMs = Date.now()
  const expected = raisedBy(endMs, beganMs)
  expect(expected.length).toBeGreaterThan(KILLS)
  const last = start(String(endMs))
  while (new Set(took).size < expected.length) await pause(100)
  last.kill('SIGKILL')
  await once(last, 'exit')

  const log = pino({ level: 'silent' })
  const history = createSqliteHistory({ dir, name: 'storm.sqlite', hours: 24, clock: systemClock, log })
  const kept = await history.watch.alarms({ afterRev: 0, limit: 100_000 })
  await history.close()
  expect(kept.map(({ alarm }) => `${alarm.place?.id} ${alarm.stage}`).sort()).toEqual([...expected].sort())
  // One message repairs what was missed: the last one is the state in the log.
  const newest = new Map(kept.map(({ alarm }) => [alarm.place?.id, stateOf(alarm)]))
  for (const [place, state] of lastBodies) expect([place, state]).toEqual([place, newest.get(place)])
  const first = [...new Set(took)]
  const byPlace = Map.groupBy(first, (each) => each.split(' ')[0]!)
  const stages = [...byPlace.values()].map((of) => of.map((each) => each.split(' ')[1]).join())
  expect(stages.filter((each) => each !== 'alert,alarm' && each !== 'alert')).toEqual([])
  expect(first.sort()).toEqual([...expected].sort())
})
