import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { z } from 'zod'
import type { Alarm, Stage } from '../../../contract/watch/alarms.ts'
import { geohashOf } from '../../../core/geo/geohash.ts'
import { channelKind, type Message } from './channel.ts'
import { connectTo, PATIENCE_MS, reasonOf, SIGN_IN_SETTINGS, signInProblem } from './reach.ts'
import { bodyOf } from './webhook.ts'

const PORTS = { implicit: 8883, none: 1883 }
const RECONNECT_MS = 1_000
const GEOHASH_LETTERS = 5
/** Where lightning stands at a place; the other stages are events that say nothing of that. */
const STATES: readonly Stage[] = ['approach', 'alert', 'alarm', 'not-watched', 'quiet']

interface Topic {
  topic: string
  retain: boolean
}

/** Messages for machines, such as lights and sirens, by a broker that is stayed connected to: the topics are in docs/watch.md. */
export const mqtt = channelKind({
  kind: 'mqtt',
  settings: {
    host: z.string().min(1),
    port: z.int().min(1).max(65_535).optional(),
    tls: z.enum(['implicit', 'none']).default('implicit'),
    prefix: z
      .string()
      .regex(/^[^\s+#/]+(\/[^\s+#/]+)*$/, 'must be a topic without wildcards')
      .default('brontide'),
    ...SIGN_IN_SETTINGS,
  },
  problemOf: signInProblem,
  leadsTo: ({ host }) => host,
  open({ host, tls, ca, user, password, prefix, allowPrivate, port = PORTS[tls] }) {
    let why = 'it can not be reached'
    const status = { topic: `${prefix}/status`, qos: 1, retain: true } as const
    const opening = import('mqtt').then(({ MqttClient: Client }) => {
      const connect = () => {
        const socket = connectTo({ host, port, allowPrivate, tls: tls === 'implicit' ? { ca } : null })
        return socket.on('error', (error) => {
          why = reasonOf(error)
        })
      }
      const client = new Client(connect, {
        ...{ clientId: `brontide-${randomUUID().slice(0, 8)}`, username: user, password },
        ...{ reconnectPeriod: RECONNECT_MS, connectTimeout: PATIENCE_MS, reconnectOnConnackError: true },
        will: { ...status, payload: Buffer.from('offline') },
      })
      client.on('connect', () => client.publish(status.topic, 'online', status))
      client.on('error', ({ message }) => {
        // A broker that refuses says so by a number.
        why = /^Connection refused: [\w ]+$/.test(message) ? message : why
      })
      return client
    })
    return {
      async send(message) {
        const client = await opening
        const body = JSON.stringify(bodyOf(message.alarm, message.text))
        if (!client.connected)
          await whileOpen(
            client,
            new Promise<void>((resolve) => void client.once('connect', () => resolve())),
            () => why,
          )
        const sent = topicsOf(prefix, message).map(({ topic, retain }) => {
          return client.publishAsync(topic, body, { qos: 1, retain })
        })
        await whileOpen(client, Promise.all(sent), () => why)
        return `acknowledged by the broker: ${sent.length} topics`
      },
      // Without taking leave, so that the broker tells of the end by the will.
      close: () => void opening.then((client) => client.end(true)),
    }
  },
})

/** Waits for what a connection brings; rejects with why where it ends first, or where nothing comes. */
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

function topicsOf(prefix: string, { alarm }: Message): Topic[] {
  const { place, stage } = alarm
  if (!place) return [{ topic: `${prefix}/alarms/${stage}`, retain: false }]
  return [
    { topic: `${prefix}/places/${place.id}/alarms/${stage}`, retain: false },
    ...cellsOf(place).map((cell) => ({ topic: `${prefix}/geohash/${cell}/${stage}`, retain: false })),
    ...(STATES.includes(stage) ? [{ topic: `${prefix}/places/${place.id}/state`, retain: true }] : []),
  ]
}

/** A level for each letter, so that whoever listens names as many of them as their area needs. */
function cellsOf({ lat, lon }: NonNullable<Alarm['place']>): string[] {
  if (lat === undefined || lon === undefined) return []
  return [[...geohashOf({ lat, lon }, GEOHASH_LETTERS)].join('/')]
}
