import { createHmac } from 'node:crypto'
import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { destination } from '../../core/geo/geo.ts'
import type { Place } from '../../core/places/place.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Channel } from '../../server/watch/channels/channels-file.ts'
import type { Outgoing } from '../../server/watch/channels/post.ts'
import { openWatch } from '../../server/watch/watch.ts'
import { temporaryFolder } from '../history-kit.ts'
import { placeOf } from '../watch-kit.ts'
import { createFaultWorld } from '../wire/fault-world.ts'
import { CERTIFICATE } from './certificate.ts'
import { channelsOf } from './channel-kit.ts'
import { startAedes } from './mqtt-broker.ts'

const SECRET = 'x'.repeat(32)
const HOOK = { id: 'gate', kind: 'webhook', url: 'https://gate.example.com/', secret: SECRET }
const GOLF = { lat: 31, lon: 121 }
/** A strike is in the batch of the next second. */
const DELAY_MS = 100

type WatchDeps = Parameters<typeof openWatch>[0]

/**
 * The whole chain: an upstream that a test strikes by, the relay's socket to it, the watch over one place, and at its end the receiver
 * of a webhook, which verifies each signature, and a light that follows a broker.
 */
export async function setUpChain(over: { place?: Partial<Place>; hook?: object; nowcast?: WatchDeps['nowcast'] } = {}) {
  const world = createFaultWorld({ seed: 1, viewers: 0, strikesPerSecond: 0, historyDir: temporaryFolder() })
  await world.start()
  onTestFinished(() => world.close())
  const { relayClock: clock } = world
  const { source, history } = world.relay
  const changes = new Emitter<readonly Place[]>()
  let list: readonly Place[] = [placeOf('golf', { holdMin: 5, ...over.place })]
  const took: Alarm[] = []
  const light = await startLight()
  const watch = await openWatch({
    source,
    history: history!,
    publicOrigin: null,
    clock,
    log: pino({ level: 'silent' }),
    random: () => 0.5,
    places: { list: () => list, onChange: (hear) => changes.subscribe(hear), isAwaited: () => false },
    channels: [...channelsOf([{ ...HOOK, ...over.hook }]), light.channel],
    nowcast: over.nowcast ?? null,
    keepMs: 400 * DAY_MS,
    async post(outgoing) {
      expect(signatureOf(outgoing)).toBe(outgoing.headers['x-brontide-signature'])
      took.push(JSON.parse(outgoing.body) as Alarm)
      return { status: 204, text: '' }
    },
  })
  onTestFinished(() => watch.close())
  await light.follow()

  return {
    world,
    watch,
    history: history!,
    clock,
    /** Advances the clock, seconds. */
    run: (seconds: number) => world.pass(seconds * 1_000),
    /** A strike at this distance north of the place. */
    strike(km: number): void {
      world.upstream.source.strike(DELAY_MS, destination(GOLF, 0, km))
    },
    guard(next: readonly Place[]): void {
      list = next
      changes.emit(list)
    },
    /** The webhook messages: `up r5`, `observation false`. */
    told: () => took.map(({ step, level, observed }) => `${step} ${step === 'observation' ? observed?.now : level}`),
    light: light.shows,
    topics: light.topics,
  }
}

/** A lamp as the documents describe it, by a broker of this process. */
async function startLight() {
  const { port, stop } = await startAedes()
  const broker = { host: 'localhost', port, ca: CERTIFICATE, allowPrivate: true }
  const [mqtt] = channelsOf([{ id: 'light', kind: 'mqtt', ...broker }])
  const client = await connectAsync({ protocol: 'mqtts', ...broker })
  const kept = new Map<string, string>()
  let caughtUp = () => {}
  let isOnline = () => {}
  const online = new Promise<void>((resolve) => {
    isOnline = resolve
  })
  let sender: ReturnType<Channel['open']> | null = null
  client.on('message', (topic, payload) => {
    if (topic === 'brontide/status') isOnline()
    if (topic === 'brontide/heartbeat') caughtUp()
    else if (topic.includes('/alarms/') || topic.startsWith('brontide/geohash/'))
      return // Not retained.
    else if (payload.length === 0) kept.delete(topic)
    else kept.set(topic, String(payload))
  })
  onTestFinished(async () => {
    await client.endAsync(true)
    await stop()
  })
  const channel: Channel = {
    ...mqtt!,
    open(deps) {
      sender = mqtt!.open(deps)
      return sender
    },
  }
  /** A heartbeat follows everything published before it. */
  async function catchUp(): Promise<void> {
    const caught = new Promise<void>((resolve) => {
      caughtUp = resolve
    })
    await sender!.heartbeat!(0)
    await caught
  }
  return {
    channel,
    async follow() {
      await client.subscribeAsync('brontide/#', { qos: 1 })
      await online
    },
    async topics(): Promise<ReadonlyMap<string, string>> {
      await catchUp()
      return kept
    },
    async shows(): Promise<string> {
      await catchUp()
      const text = kept.get('brontide/places/golf/state') ?? '{"state":"off"}'
      const { state, level } = JSON.parse(text) as { state: string; level: string | null }
      const observed = JSON.parse(kept.get('brontide/observed') ?? '{}') as { lightning?: { now: boolean } }
      if (state !== 'on') return 'dark'
      return observed.lightning?.now === false ? `${level} blinks` : String(level)
    },
  }
}

function signatureOf({ headers, body }: Outgoing): string {
  const [, seconds] = /^t=(\d+),v1=/.exec(headers['x-brontide-signature'] ?? '') ?? []
  return `t=${seconds},v1=${createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')}`
}
