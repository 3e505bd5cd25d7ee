import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { API_PATHS } from '../../../contract/api-paths.ts'
import type { Alarm, AlarmList } from '../../../contract/watch/alarms.ts'
import { NATS_SERVER, startNatsServers } from '../../../testing/cluster/nats-server.ts'
import { startWebhookReceiver } from '../../../testing/cluster/webhook-receiver.ts'
import { startServerProcess, temporaryRoot } from '../../../testing/server-process.ts'

/** An area with all simulated strikes. */
const EVERYWHERE = {
  type: 'Feature',
  properties: { id: 'park', name: 'Wind farm', holdMin: 30 },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [70, 0],
        [140, 0],
        [140, 55],
        [70, 55],
        [70, 0],
      ],
    ],
  },
}

async function setUp() {
  const [nats] = await startNatsServers(1)
  onTestFinished(() => nats!.remove())
  const receiver = await startWebhookReceiver()
  onTestFinished(receiver.close)
  const folder = mkdtempSync(join(tmpdir(), 'brontide-shared-watch-'))
  const root = temporaryRoot()
  onTestFinished(() => {
    for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
  })
  const places = join(folder, 'places.json')
  const channels = join(folder, 'channels.json')
  writeFileSync(places, JSON.stringify({ type: 'FeatureCollection', features: [EVERYWHERE] }))
  const hook = { id: 'hook', kind: 'webhook', url: receiver.url, secret: 'a secret of the hook', allowPrivate: true }
  writeFileSync(channels, JSON.stringify([{ ...hook, places: ['park'], stages: ['alert', 'alarm', 'test'] }]), {
    mode: 0o600,
  })
  let disks = 0

  /** Another process, with an empty disk. */
  async function start() {
    const member = startServerProcess(root, {
      NATS_URL: nats!.url,
      TOKEN_SECRET: 'the same for each of those that share',
      DATA_DIR: join(folder, `data-${disks++}`),
      PLACES_FILE: places,
      CHANNELS_FILE: channels,
    })
    onTestFinished(async () => {
      member.kill('SIGKILL')
      await member.ended
    })
    const url = await member.ready
    return {
      ...member,
      watches: () => member.heard(/"alarms opened"/, 'err'),
      async alarms(): Promise<Alarm[]> {
        return ((await (await fetch(`${url}${API_PATHS.alarms}`)).json()) as AlarmList).alarms
      },
      send: (method: string, path: string, body: unknown) =>
        fetch(`${url}${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      get: (path: string) => fetch(`${url}${path}`),
    }
  }
  return { receiver, start }
}

describe.skipIf(NATS_SERVER === null)('the alarms of several processes', () => {
  it('run in one process, are served by each, and continue in the next leader with all state', async () => {
    const { receiver, start } = await setUp()
    const one = await start()
    await one.watches()
    const two = await start()
    await receiver.until(() => receiver.took.some(({ place, stage }) => place?.id === 'park' && stage === 'alarm'))
    const stream = await two.get(`${API_PATHS.alarms}/stream`)
    const events = stream.body!.pipeThrough(new TextDecoderStream()).getReader()

    // Asked of the one that does not lead.
    const [alarm] = (await two.alarms()).filter(({ stage }) => stage === 'alarm')
    const seen = await two.send('POST', `${API_PATHS.alarms}/${alarm!.id}/acknowledge`, {
      by: 'Wei',
      note: 'crews are in',
    })
    expect([seen.status, ((await seen.json()) as Alarm).acknowledged?.by]).toEqual([200, 'Wei'])
    let told = ''
    while (!told.includes('crews are in')) told += (await events.read()).value
    const snoozed = await two.send('PUT', `${API_PATHS.snoozes}/park`, { by: 'Wei', minutes: 60 })
    expect(snoozed.status).toBe(200)
    const stopped = await two.send('POST', API_PATHS.stops, { by: 'Wei', place: 'park', work: 'fuelling' })
    expect(stopped.status).toBe(201)
    const channels = (await (await two.get(API_PATHS.channels)).json()) as { channels: { id: string }[] }
    expect(channels.channels.map(({ id }) => id)).toEqual(['hook'])
    expect((await one.alarms()).find(({ id }) => id === alarm!.id)?.acknowledged?.note).toBe('crews are in')

    // Another leader, and a process with an empty disk.
    one.kill('SIGKILL')
    await two.watches()
    const before = (await two.alarms()).map(({ id }) => id)
    const three = await start()
    expect((await three.alarms()).map(({ id }) => id)).toEqual(expect.arrayContaining([...before, alarm!.id]))
    expect(await (await three.get(API_PATHS.snoozes)).json()).toEqual({
      snoozes: [expect.objectContaining({ place: 'park', by: 'Wei' })],
    })
    expect(await (await three.get(API_PATHS.stops)).json()).toEqual({
      stops: [expect.objectContaining({ place: 'park', work: 'fuelling', by: 'Wei', resumed: null })],
    })
    expect(await (await three.get(API_PATHS.journal)).json()).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'acknowledge', by: 'Wei' })]),
    })
  })
})
