import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CERTIFICATE, KEY } from '../../../testing/channels/certificate.ts'
import { ALARM, opened, problemsOf } from '../../../testing/channels/channel-kit.ts'
import { listens, startAedes } from '../../../testing/channels/mqtt-broker.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'

const MOSQUITTO = '/usr/sbin/mosquitto'

/** The broker of Debian, with the same certificate. */
async function startMosquitto(port = 0) {
  const probe = createServer()
  const free = await listens(probe, port)
  await new Promise((resolve) => probe.close(resolve))
  const folder = temporaryFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const lines = [
    `listener ${free} 127.0.0.1`,
    'allow_anonymous true',
    `cafile ${file('ca', CERTIFICATE)}`,
    `certfile ${file('cert', CERTIFICATE)}`,
    `keyfile ${file('key', KEY)}`,
    'user root',
    'log_dest stderr',
  ]
  const child: ChildProcess = spawn(MOSQUITTO, ['-c', file('conf', `${lines.join('\n')}\n`)])
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
  }
  for await (const said of child.stderr!) if (String(said).includes('running')) break
  return { port: free, stop }
}

const BROKERS = [
  ['aedes', startAedes] as const,
  ...(existsSync(MOSQUITTO) ? [['mosquitto', startMosquitto] as const] : []),
]

describe.each(BROKERS)('by the broker %s', (_, start) => {
  async function setUp() {
    let broker = await start()
    onTestFinished(() => broker.stop())
    const { port } = broker
    return {
      port,
      stop: () => broker.stop(),
      async restart() {
        broker = await start(port)
      },
    }
  }

  const entryOf = (port: number, over: object = {}) => ({
    id: 'light',
    kind: 'mqtt',
    host: 'localhost',
    port,
    ca: CERTIFICATE,
    allowPrivate: true,
    ...over,
  })

  /** Subscribes to a topic tree, including retained messages. */
  async function listen(port: number, topic: string) {
    const client = await connectAsync({ protocol: 'mqtts', host: 'localhost', port, ca: CERTIFICATE })
    onTestFinished(() => client.endAsync(true))
    const heard: { topic: string; text: string; retained: boolean }[] = []
    let wake = () => {}
    client.on('message', (name, payload, { retain }) => {
      heard.push({ topic: name, text: String(payload), retained: retain })
      wake()
    })
    await client.subscribeAsync(topic, { qos: 1 })
    return async (count: number) => {
      while (heard.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return heard
    }
  }

  it('publishes an alarm by place and by geohash, with its id', async () => {
    const { port } = await setUp()
    const byPlace = await listen(port, 'brontide/places/+/alarms/#')
    const byCell = await listen(port, 'brontide/geohash/w/t/#')
    const { send } = opened(entryOf(port))
    expect(await send()).toBe('acknowledged by the broker: 2 topics')
    const [told] = await byPlace(1)
    expect(told).toMatchObject({ topic: 'brontide/places/golf/alarms/alarm', retained: false })
    expect(JSON.parse(told!.text)).toMatchObject({ id: ALARM.id, stage: 'alarm', place: { id: 'golf' } })
    expect((await byCell(1))[0]!.topic).toBe('brontide/geohash/w/t/w/0/3/alarm')
  })

  it('takes any id of a place as one level of a topic', async () => {
    const { port } = await setUp()
    const hear = await listen(port, 'brontide/#')
    const { send } = opened(entryOf(port))
    await send({ ...ALARM, place: { ...ALARM.place!, id: 'A/#+\n' } })
    expect((await hear(3))[1]!.topic).toBe('brontide/places/A%2F%23%2B%0A/alarms/alarm')
  })

  it('reports a stopped server by its last will at the broker', async () => {
    const { port } = await setUp()
    const { send, close } = opened(entryOf(port))
    await send()
    const hear = await listen(port, 'brontide/status')
    expect(await hear(1)).toMatchObject([{ text: 'online', retained: true }])
    close()
    expect((await hear(2))[1]).toMatchObject({ text: 'offline' })
  })

  it('is online again after the will of a process that was killed comes late', async () => {
    const { port } = await setUp()
    const killed = await connectAsync({
      protocol: 'mqtts',
      host: 'localhost',
      port,
      ca: CERTIFICATE,
      clientId: 'of-before',
      will: { topic: 'brontide/status', payload: Buffer.from('offline'), qos: 1, retain: true },
    })
    await opened(entryOf(port)).send()
    const hear = await listen(port, 'brontide/status')
    await hear(1)
    killed.end(true)
    expect((await hear(3)).map(({ text }) => text)).toEqual(['online', 'offline', 'online'])
    expect((await (await listen(port, 'brontide/status'))(1))[0]!.text).toBe('online')
  })

  it('ends the session of the process before it, and none of another channel or server', async () => {
    const { port } = await setUp()
    const open = (prefix: string, id: string, instance: string) =>
      opened({ ...entryOf(port, { prefix }), id }, { instance: () => instance })
    const hear = await listen(port, '+/status')
    await open('before', 'light', 'one').send()
    await open('other', 'light', 'two').send()
    await open('siren', 'siren', 'one').send()
    await open('after', 'light', 'one').send()
    const heard = await hear(5)
    expect(heard.filter(({ text }) => text === 'offline').map(({ topic }) => topic)).toEqual(['before/status'])
  })

  it('reports an unreachable broker, and recovers automatically', async () => {
    const broker = await setUp()
    const { send } = opened(entryOf(broker.port))
    await send()
    await broker.stop()
    await expect(send()).rejects.toThrow('connection failed')
    await broker.restart()
    let taken: string | undefined
    while (taken === undefined) taken = await send().catch(() => undefined)
    expect(taken).toContain('acknowledged')
  })

  it('reaches no machine of private ranges unless allowed, nor one without a verified certificate', async () => {
    const { port } = await setUp()
    for (const host of ['localhost', '127.0.0.1']) {
      await expect(opened(entryOf(port, { host, allowPrivate: false })).send()).rejects.toThrow('allowPrivate')
    }
    await expect(opened(entryOf(port, { ca: undefined })).send()).rejects.toThrow('connection failed')
  })
})

it('says that it was refused, and no password', async () => {
  const broker = await startAedes()
  onTestFinished(broker.stop)
  const entry = { id: 'light', kind: 'mqtt', host: 'localhost', port: broker.port, ca: CERTIFICATE, allowPrivate: true }
  const right = { ...entry, user: 'brontide', password: 'of the broker' }
  expect(await opened(right).send()).toContain('acknowledged')
  await expect(opened({ ...right, password: 'a wrong one' }).send()).rejects.toThrow(
    /^Connection refused: Not authorized$/,
  )
})

it('names a topic without wildcards', () => {
  const entry = { id: 'light', kind: 'mqtt', host: 'localhost', prefix: 'a/+/b' }
  expect(problemsOf([entry])).toEqual(['channel 1: prefix must be a topic without wildcards'])
})

it.each(['mqtt://broker.example.com', 'broker.example.com:8883', '[2001:db8::1]', 'a b'])(
  'refuses %s as a host',
  (host) => {
    const problem = 'channel 1: host must be a host name or an IP address, without a scheme or port'
    expect(problemsOf([{ id: 'light', kind: 'mqtt', host }])).toEqual([problem])
  },
)

it.each(['broker.example.com', 'my_broker', '2001:db8::1', '10.0.0.1'])('takes %s as a host', (host) => {
  expect(problemsOf([{ id: 'light', kind: 'mqtt', host }])).toEqual([])
})
