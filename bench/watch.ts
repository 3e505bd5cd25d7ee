import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { destination } from '../src/core/geo/geo.ts'
import type { Place } from '../src/core/places/place.ts'
import { delay, systemClock } from '../src/core/time/clock.ts'
import { createSqliteHistory } from '../src/server/history/sqlite/sqlite-history.ts'
import { recordSource } from '../src/server/sources/recorder.ts'
import { readChannels } from '../src/server/watch/channels/channels-file.ts'
import { createPost } from '../src/server/watch/channels/post.ts'
import { openWatch } from '../src/server/watch/watch.ts'
import { FakeSource, strikeRecord } from '../src/testing/fakes/fake-source.ts'
import { type Measured, report } from './lib/measured-table.ts'

/** `npm run bench:watch`: from the receipt of a strike to the webhook's message, during storms over many places. */

const USAGE = `npm run bench:watch -- [flags]
  --seconds N  of storm, instead of 20
  --json       the numbers as JSON
`

const PLACES = 1_000
const CHANNELS = 5
const STRIKES_PER_SECOND = 300
const P99_MAX_MS = 1_000
const clock = systemClock

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else report(await measure(Number(values.seconds)), values.json)

async function measure(seconds: number): Promise<Measured[]> {
  const dir = mkdtempSync(join(tmpdir(), 'brontide-bench-'))
  const log = pino({ level: 'silent' })
  const history = createSqliteHistory({ dir, name: 'bench.sqlite', hours: 72, clock, log })
  const source = new FakeSource()
  const places = placesInRows()
  const struckAtMs = new Map<string, number>()
  const waitsMs: number[] = []
  const receiver = createServer(async (request, response) => {
    const arrivedMs = performance.now()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { place } = JSON.parse(Buffer.concat(parts).toString()) as { place: { id: string } }
    waitsMs.push(arrivedMs - struckAtMs.get(place.id)!)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const stopRecording = recordSource({ source, history, clock, log })
  const watch = await openWatch({
    source,
    history,
    nowcast: null,
    publicOrigin: null,
    clock,
    log,
    random: Math.random,
    keepMs: 1e12,
    places: { list: () => places, onChange: () => () => {}, isAwaited: () => false },
    channels: channelsTo(port),
    post: createPost(),
  })
  const firsts = Math.ceil(places.length / seconds)
  for (let second = 0; second < seconds; second++) {
    const fresh = places.slice(second * firsts, (second + 1) * firsts)
    const before = places.slice(0, second * firsts + fresh.length)
    const struck = Array.from({ length: STRIKES_PER_SECOND }, (_, i) => fresh[i] ?? before[(i * 37) % before.length]!)
    const nowMs = performance.now()
    for (const { id } of fresh) struckAtMs.set(id, nowMs)
    source.batch(...struck.map(strikeAt))
    await delay(clock, 1_000)
  }
  const expected = places.length * CHANNELS * 2
  for (let waited = 0; waitsMs.length < expected && waited < 60; waited++) await delay(clock, 500)
  await watch.close()
  await stopRecording()
  await history.close()
  receiver.close()
  receiver.closeAllConnections()
  rmSync(dir, { recursive: true, force: true })
  waitsMs.sort((a, b) => a - b)
  const at = (share: number) => waitsMs[Math.floor(share * (waitsMs.length - 1))] ?? Number.POSITIVE_INFINITY
  return [
    { what: 'deliveries that did not come', measured: expected - waitsMs.length, unit: '', atMost: 0 },
    { what: 'from the strike to the webhook, median', measured: at(0.5), unit: 'ms', atMost: null },
    { what: 'from the strike to the webhook, 99 of 100', measured: at(0.99), unit: 'ms', atMost: P99_MAX_MS },
  ]
}

/** Far enough from each other that a strike is of one place alone. */
function placesInRows(): Place[] {
  return Array.from({ length: PLACES }, (_, i) => ({
    id: `p${i}`,
    name: `Place ${i}`,
    nameZh: null,
    group: null,
    timeZone: null,
    hours: null,
    geometry: { type: 'Point' as const, coordinates: [90 + (i % 40), 20 + Math.floor(i / 40)] as const },
    ringsKm: [5, 8, 16],
    holdMin: 30,
  }))
}

function strikeAt({ geometry }: Place) {
  const [lon, lat] = geometry.coordinates as readonly [number, number]
  const at = destination({ lat, lon }, Math.random() * 360, Math.random() * 4)
  return strikeRecord({ time: BigInt(Math.floor(clock.now() * 1e6)), ...at })
}

function channelsTo(port: number) {
  const entries = Array.from({ length: CHANNELS }, (_, i) => ({
    id: `c${i}`,
    kind: 'webhook',
    url: `http://127.0.0.1:${port}/${i}`,
    secret: 'the secret of a bench',
    allowPrivate: true,
  }))
  const read = readChannels(JSON.stringify(entries))
  return read.ok ? read.value : []
}
