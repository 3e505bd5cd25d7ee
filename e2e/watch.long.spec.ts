import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Alarm } from '../src/contract/watch/alarms.ts'
import { destination } from '../src/core/geo/geo.ts'
import { hashPassword } from '../src/server/access/password-file.ts'
import { CROSSING } from '../src/simulator/source/scenarios/scripted-crossing.ts'
import { openShiftScreen } from './drivers/another-screen.ts'
import { createFarmKeeper } from './drivers/farm-keeper.ts'
import { expect, test } from './fixtures.ts'
import { type HurriedBrontide, startBehind } from './stack.ts'

const PASSWORD = 'over the clouds'
const SECRET = 'a secret of a webhook'
/** In the path of the storm, a third of an hour after it passes the airport. */
const FARM = destination(CROSSING, CROSSING.headingDeg, 30)
const RINGS_KM = [1, 3]
/** More than a day without a successful message of the channel; at its end the storm is about to begin again. */
const SLEEPS_MIN = 24 * 60 + 45
/** Then it passes. */
const BEGINS_AGO_MIN = SLEEPS_MIN + 62
const STAGES = ['approach', 'alert', 'alarm', 'quiet'] as const

let folder: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let brontide: HurriedBrontide

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brontide-watch-'))
  receiver = await startReceiver()
  const channel = (id: string, over: object) => ({
    id,
    kind: 'webhook',
    url: `${receiver.url}/${id}`,
    secret: SECRET,
    allowPrivate: true,
    stages: STAGES,
    ...over,
  })
  const files = {
    passwords: (await Promise.all(['li', 'wang'].map((name) => hashPassword(PASSWORD, name)))).join('\n'),
    roles: JSON.stringify({ configure: ['li'], acknowledge: ['wang'] }),
    channels: JSON.stringify([
      channel('duty', {}),
      channel('chief', { stages: ['alarm'], ifUnacknowledged: true }),
      channel('siren', {}),
    ]),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  brontide = await startBehind(
    { beginsAgoMin: BEGINS_AGO_MIN, sleepsMin: SLEEPS_MIN },
    {
      ACCESS: 'password',
      ACCESS_PASSWORD_FILE: join(folder, 'passwords'),
      ROLES_FILE: join(folder, 'roles'),
      CHANNELS_FILE: join(folder, 'channels'),
      SIMULATOR_STORM: 'crossing',
      SIMULATOR_RATE: '1',
    },
  )
})
test.afterAll(async () => {
  await brontide.close()
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

test('a drawn wind farm has its storm reported while no page is open, and its log and report read afterwards', async ({
  page,
  anotherScreen,
}) => {
  await test.step('li draws it, and closes the page', async () => {
    const { given, when } = createFarmKeeper(page, brontide.url)
    await given.signsIn('li', PASSWORD)
    await given.opensTheMapAt(FARM)
    const corners = [315, 45, 135, 225].map((bearing) => destination(FARM, bearing, 1))
    await when.draws('Wind farm', { rings: RINGS_KM.join(), holdMin: 5, corners })
    await page.close()
  })

  await brontide.catchesUp()
  const told = () => receiver.took('duty').filter(({ place }) => place?.name === 'Wind farm')
  const [first] = told()
  const id = first!.place!.id
  await test.step('the user on duty received all messages, in order', () => {
    expect(inOrder(told().map(({ stage }) => stage))).toEqual(STAGES)
    const times = told().map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
  await test.step('their supervisor received alarms unacknowledged for five minutes', () => {
    const escalated = receiver.took('chief').filter(({ place }) => place?.id === id)
    expect(escalated.map(({ stage }) => stage)).toContain('alarm')
    for (const { at, sentMs } of escalated) expect(sentMs - Date.parse(at)).toBeGreaterThanOrEqual(5 * 60_000 - 1_000)
  })

  const screen = await anotherScreen()
  const { given, when, get, sees } = createFarmKeeper(screen, brontide.url)
  await test.step('wang reads the alarms, and which channel is broken', async () => {
    await given.signsIn('wang', PASSWORD)
    await given.looksAtThePlace(id)
    // A strike before the machine slept leaves the place triggered: the log then also has "not watched", which the
    // channel does not receive.
    await expect(async () => {
      const raised = (await get.stages()).filter((stage) => STAGES.some((each) => each === stage))
      const sent = told().map(({ stage }) => stage)
      expect(raised.sort()).toEqual(sent.sort())
    }).toPass()
    await sees.thatAChannelIsBroken('siren')
    await sees.theShift()
  })

  const li = await openShiftScreen(brontide.url, { name: 'li', password: PASSWORD })
  try {
    await test.step('wang acknowledges, and li sees it', async () => {
      const seen = li.seesAcknowledged()
      await when.acknowledges('Inner ring', 'crew is off the farm')
      expect(await seen).toMatchObject({
        place: { id },
        acknowledged: { by: 'wang', note: 'crew is off the farm' },
      })
    })
    await test.step('the report has the numbers of strikes', async () => {
      const report = await when.opensTheReport()
      const counts = await li.strikesAround(id)
      expect(counts[0]).toBeGreaterThan(0)
      const told = RINGS_KM.map((km) => report.find(([name]) => name === `within ${km} km`)?.[1])
      expect(told).toEqual(counts.map(String))
    })
  } finally {
    li.closes()
  }
})

/** The stages in order: an isolated strike may have raised some of them twice. */
function inOrder(told: readonly string[]): string[] {
  let from = 0
  return STAGES.filter((stage) => {
    const at = told.indexOf(stage, from)
    if (at >= 0) from = at + 1
    return at >= 0
  })
}

/** Accepts messages on every path except the siren's, and records the server's send time. */
async function startReceiver() {
  const took = new Map<string, (Alarm & { sentMs: number })[]>()
  const server = createServer(async (request, response) => {
    const name = request.url!.slice(1)
    const alarm = (await json(request)) as Alarm
    if (name === 'siren') return response.writeHead(503).end()
    const seconds = /^t=(\d+)/.exec(String(request.headers['x-brontide-signature']))?.[1]
    const before = took.get(name) ?? []
    // Unique: a delayed response causes a repeat.
    if (!before.some(({ id }) => id === alarm.id)) before.push({ ...alarm, sentMs: Number(seconds) * 1_000 })
    took.set(name, before)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    took: (name: string) => took.get(name) ?? [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
