import { createHash } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'
import { TEXT_MAX } from '../../../contract/display-text.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { geohashOf } from '../../../core/geo/geohash.ts'
import { channelKind, type Message } from './channel.ts'
import { topicLevel } from './escapes.ts'
import { connectTo, PATIENCE_MS, reasonOf, SIGN_IN_SETTINGS, signInProblem } from './reach.ts'
import { bodyOf } from './webhook.ts'

const PORTS = { implicit: 8883, none: 1883 }
const RECONNECT_MS = 1_000
const GEOHASH_LETTERS = 5
const ONLINE = Buffer.from('online')
const OFFLINE = Buffer.from('offline')
/** Every broker takes an id of 23 letters (MQTT 3.1.1, section 3.1.3.1). */
const ID_LETTERS = 14

interface BrokerSettings {
  id: string
  host: string
  port: number
  tls: 'implicit' | 'none'
  prefix: string
  ca?: string | undefined
  user?: string | undefined
  password?: string | undefined
  allowPrivate: boolean
}

/**
 * Messages for machines, such as lights and sirens, over a permanent broker connection: topics are in docs/alarms.md.
 */
export const mqtt = channelKind({
  kind: 'mqtt',
  sendsUpdates: true,
  settings: {
    port: z.int().min(1).max(65_535).optional(),
    tls: z.enum(['implicit', 'none']).default('implicit'),
    prefix: z
      .string()
      .max(TEXT_MAX)
      .regex(/^[^\s+#/]+(\/[^\s+#/]+)*$/, 'topic')
      .default('brontide'),
    ...SIGN_IN_SETTINGS,
  },
  problemOf: signInProblem,
  redactedTarget: ({ host }) => host,
  open({ port, ...settings }, { instance }) {
    const { prefix, tls } = settings
    const broker = connectBroker({ port: port ?? PORTS[tls], ...settings }, instance())
    return {
      async send(message) {
        await broker.connected()
        const body = JSON.stringify(bodyOf(message.alarm, message.text))
        const topics = topicsOf(prefix, message)
        await Promise.all(topics.map((topic) => broker.publish(topic, body, false)))
        return `acknowledged by the broker: ${topics.length} topics`
      },
      states: {
        placeTopic: (placeId) => placeTopic(prefix, placeId),
        observedTopic: `${prefix}/observed`,
        // An empty message clears a retained one (MQTT 3.1.1, section 3.3.1.3).
        put: (topic, body) => broker.publish(topic, body ?? '', true),
        onConnect: broker.onConnect,
      },
      heartbeat(atMs) {
        const at = formatUtc(Math.floor(atMs))
        return broker.publish(`${prefix}/heartbeat`, JSON.stringify({ at }), false)
      },
      close: broker.close,
    }
  },
})

/**
 * A permanent connection. The client id is stable over restarts, so that the broker ends the session of a killed
 * process when the next one connects; if the will of such a session is published later, `online` is published again.
 */
function connectBroker(
  { id, host, port, tls, ca, user, password, prefix, allowPrivate }: BrokerSettings,
  instance: string,
) {
  const status = `${prefix}/status`
  const listeners = new Set<() => void>()
  let why = 'connection failed'
  let isReady = false

  async function open(): Promise<MqttClient> {
    const { MqttClient: Client } = await import('mqtt')
    const connect = () => {
      const socket = connectTo({ host, port, allowPrivate, tls: tls === 'implicit' ? { ca } : null })
      return socket.on('error', (error) => {
        why = reasonOf(error)
      })
    }
    const client = new Client(connect, {
      clientId: clientIdOf(instance, id),
      username: user,
      password,
      reconnectPeriod: RECONNECT_MS,
      connectTimeout: PATIENCE_MS,
      reconnectOnConnackError: true,
      resubscribe: false,
      will: { topic: status, qos: 1, retain: true, payload: OFFLINE },
    })
    // One listener per message that awaits its acknowledgement.
    client.setMaxListeners(0)
    const tellOnline = oneAtATime(() => published(client, { topic: status, payload: ONLINE, retain: true }, () => why))
    client.on('connect', () => {
      isReady = true
      // A broker that refuses this subscription still stores our status.
      client.subscribe(status, { qos: 1 }, () => {})
      tellOnline()
      for (const listener of listeners) listener()
    })
    client.on('message', (topic, payload) => {
      if (topic === status && !payload.equals(ONLINE)) tellOnline()
    })
    client.on('close', () => {
      isReady = false
    })
    client.on('error', ({ message }) => {
      // A refusing broker gives a numeric reason.
      why = /^Connection refused: [\w ]+$/.test(message) ? message : why
    })
    return client
  }

  const opening = open()
  return {
    /** Rejects with the reason of a missing connection. */
    async connected(): Promise<void> {
      const client = await opening
      if (isReady) return
      const connects = new Promise<void>((resolve) => void client.once('connect', () => resolve()))
      await whileOpen(client, connects, () => why)
    },
    /** Resolves with the broker's acknowledgement; rejects with the reason of its absence. */
    async publish(topic: string, payload: string, retain: boolean): Promise<void> {
      const client = await opening
      if (!isReady) throw new Error(why)
      await published(client, { topic, payload, retain }, () => why)
    },
    onConnect(listener: () => void): void {
      listeners.add(listener)
      if (isReady) listener()
    },
    // Without DISCONNECT, so that the broker publishes the will.
    close: () => void opening.then((client) => client.end(true)),
  }
}

function clientIdOf(instance: string, channel: string): string {
  const hash = createHash('sha256').update(`${instance} ${channel}`).digest('hex')
  return `brontide-${hash.slice(0, ID_LETTERS)}`
}

/** Reruns after a call during a run, never concurrently. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false
  const runAll = async () => {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await run().catch(() => {})
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void runAll()
  }
}

/** Publishes with QoS 1. An unacknowledged message is withdrawn: it must not be sent later, when it is outdated. */
async function published(
  client: MqttClient,
  { topic, payload, retain }: { topic: string; payload: string | Buffer; retain: boolean },
  why: () => string,
): Promise<void> {
  const sent = Promise.withResolvers<void>()
  client.publish(topic, payload, { qos: 1, retain }, (error) => (error ? sent.reject(error) : sent.resolve()))
  const messageId = client.getLastMessageId()
  try {
    await whileOpen(client, sent.promise, why)
  } catch (error) {
    client.removeOutgoingMessage(messageId)
    throw error
  }
}

/** Awaits a result of the connection; rejects with the reason if the connection ends first, or on a timeout. */
async function whileOpen(client: MqttClient, awaited: Promise<unknown>, why: () => string): Promise<void> {
  const ended = Promise.withResolvers<never>()
  const fail = () => ended.reject(new Error(why()))
  const patience = AbortSignal.timeout(PATIENCE_MS)
  client.once('close', fail)
  patience.addEventListener('abort', fail)
  try {
    await Promise.race([awaited, ended.promise])
  } finally {
    client.off('close', fail)
    patience.removeEventListener('abort', fail)
  }
}

function placeTopic(prefix: string, placeId: string): string {
  return `${prefix}/places/${topicLevel(placeId)}`
}

/** Topics of an alarm event. */
function topicsOf(prefix: string, { alarm }: Message): string[] {
  const { place, stage } = alarm
  if (!place) return [`${prefix}/alarms/${stage}`]
  return [
    `${placeTopic(prefix, place.id)}/alarms/${stage}`,
    ...cellsOf(place).map((cell) => `${prefix}/geohash/${cell}/${stage}`),
  ]
}

/** A topic level per letter of the geohash, so that subscribers choose the size of their area. */
function cellsOf({ lat, lon }: NonNullable<Alarm['place']>): string[] {
  if (lat === undefined || lon === undefined) return []
  return [[...geohashOf({ lat, lon }, GEOHASH_LETTERS)].join('/')]
}
