import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Alarm } from '../src/contract/watch/alarms.ts'
import { destination } from '../src/core/geo/geo.ts'
import { CROSSING } from '../src/simulator/source/scenarios/scripted-crossing.ts'
import { createAerodrome } from './drivers/aerodrome.ts'
import { expect, test } from './fixtures.ts'
import { type Brontide, startSimulated } from './stack.ts'

const ICAO = CROSSING.icao
/** The house rule of the aerodrome: of each level its distance, and when it ends, seconds after the start of the server. */
const LEVELS = [
  { name: 'RED', km: 2, endsAfterS: 40 },
  { name: 'ORANGE', km: 4, endsAfterS: 80 },
  { name: 'YELLOW', km: 6, endsAfterS: 130 },
  { name: 'WHITE', km: 8, endsAfterS: 200 },
  { name: 'GREY', km: 10, endsAfterS: 330 }, // a slow machine may take minutes until here
  { name: 'OUTER', km: 16, endsAfterS: 3_600 },
]
const HOLD_MIN = 5
/** Time of the first recorded strike before the start of the server. */
const RECORDED_BEFORE_S = 5 * 60
const OUTER_EVERY_S = 5

let folder: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let brontide: Brontide

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brontide-levels-'))
  receiver = await startReceiver()
  const levels = LEVELS.map(({ name, km }, i) => ({
    id: name.toLowerCase(),
    name,
    km,
    holdMin: HOLD_MIN,
    ...(i === 0 && { action: 'All ramp work stops', who: ['Ramp control'] }),
  }))
  const files = {
    'places.json': JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [CROSSING.lon, CROSSING.lat] },
          properties: { id: ICAO, name: 'Pudong', levels },
        },
      ],
    }),
    'channels.json': JSON.stringify([
      { id: 'gate', kind: 'webhook', url: receiver.url, secret: 'a secret of a webhook', allowPrivate: true },
    ]),
    'strikes.csv': recording(),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  brontide = await startSimulated({
    PLACES_FILE: join(folder, 'places.json'),
    CHANNELS_FILE: join(folder, 'channels.json'),
    SIMULATOR_REPLAY: join(folder, 'strikes.csv'),
  })
})
test.afterAll(async () => {
  await brontide.close()
  receiver.close()
  await rm(folder, { recursive: true, force: true })
})

test('every screen and every message show the levels of the site rule alike, a work stop, and an inner level that ends', async ({
  page,
  anotherScreen,
}) => {
  const desk = createAerodrome(page, brontide.url, ICAO)
  const otherPage = await anotherScreen()
  const other = createAerodrome(otherPage, brontide.url, ICAO)
  await desk.given.notesNotifications()
  await Promise.all([desk, other].map(({ given }) => given.looksAtTheAirport()))

  await test.step('the card and the chip use the site rule', async () => {
    for (const { sees } of [desk, other]) {
      await sees.theLevel('OUTER', /5 min · ZSPD house rule/)
      await sees.theRuleInTheChip(/^5 min · ZSPD house rule$/)
    }
  })

  await test.step('two desks, and a phone, count down to the same second', async () => {
    const alike = async () => {
      const [here, there] = await Promise.all([desk.get.levels(), other.get.levels()])
      return here.headline !== '' && here.headline === there.headline ? there.endOfDay - here.endOfDay : null
    }
    await expect.poll(alike).toBe(0)
    await other.when.resizes(390, 844)
    await expect.poll(alike).toBe(0)
  })

  await test.step('a work stop recorded at a desk is on the wall', async () => {
    await desk.when.stopsWork('fuelling', 'Li')
    await other.when.resizes(1280, 720)
    await other.given.hangsTheWall()
    await other.sees.theWall(/WORK STOP: fuelling, Li \d\d:\d\d/)
  })

  const before = await desk.get.levels()
  const next = LEVELS[LEVELS.findIndex(({ name }) => name === before.headline) + 1]!
  await test.step('an inner level ends on each screen at the announced second, while the outer one is struck', async () => {
    await desk.sees.theChip(new RegExp(`${next.name} hold \\d+\\s(min|s)`))
    await desk.sees.theLevel(before.headline, /not triggered/)
    await other.sees.theWall(new RegExp(`\\d\\d:\\d\\d.*${next.name}`))
    const isStep = ({ step, before: was }: Alarm) => step === 'down' && was?.level === before.headline.toLowerCase()
    await expect.poll(() => receiver.took.filter(isStep).length).toBe(1)
    const [row] = receiver.took.filter(isStep)
    expect(row).toMatchObject({ level: next.name.toLowerCase(), state: 'on', place: { id: ICAO } })

    const told = new RegExp(`was ${before.headline}`)
    await expect.poll(async () => (await desk.get.notifications()).some(({ body }) => told.test(body))).toBe(true)
    await desk.when.opensTheLog()
    const second = row!.at.slice(11, 19)
    expect(await desk.get.timeOfRow(told)).toBe(second)
    const [hours = 0, minutes = 0, seconds = 0] = second.split(':').map(Number)
    expect(3_600 * hours + 60 * minutes + seconds - before.endOfDay).toBeLessThanOrEqual(1)
  })

  await test.step('the deliveries are a table, and the stop is in the report', async () => {
    const rows = await desk.when.savesWhoWasTold()
    expect(rows.filter((line) => /gate.*accepted/.test(line)).length).toBeGreaterThan(1)
    const stops = (await desk.when.opensTheReport()).filter((row) => row.startsWith('fuelling'))
    expect(stops).toEqual([expect.stringMatching(/\bLi\b.*not resumed/)])
  })
})

/** Strikes north of the airport: each inner level has its last one at its planned end, the outermost one continues. */
function recording(): string {
  const startMs = Date.UTC(2026, 6, 1, 8)
  const line = (km: number, afterS: number) => {
    const { lat, lon } = destination(CROSSING, 0, km)
    return `${new Date(startMs + afterS * 1_000).toISOString()},${lat},${lon}`
  }
  const inner = LEVELS.slice(0, -1).map(({ km, endsAfterS }) => {
    return line(km - 1, endsAfterS + RECORDED_BEFORE_S - HOLD_MIN * 60)
  })
  const outer = Array.from({ length: (30 * 60) / OUTER_EVERY_S }, (_, i) => line(12, i * OUTER_EVERY_S))
  return ['time,lat,lon', ...[...inner, ...outer].sort()].join('\n')
}

/** Collects unique rows sent by a webhook. */
async function startReceiver() {
  const took: Alarm[] = []
  const server = createServer(async (request, response) => {
    const row = (await json(request)) as Alarm
    if (!took.some(({ id }) => id === row.id)) took.push(row)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gate`,
    took,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
