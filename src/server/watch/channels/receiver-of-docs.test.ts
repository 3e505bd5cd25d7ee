import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { ladderOf } from '../../../core/levels/ladder-of.ts'
import { readPlaces } from '../../../core/places/read-places.ts'
import { CERTIFICATE } from '../../../testing/channels/certificate.ts'
import { opened } from '../../../testing/channels/channel-kit.ts'
import { startAedes } from '../../../testing/channels/mqtt-broker.ts'
import { feedRow, levelState, rowOf } from '../../../testing/channels/rows.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { readRules } from '../../settings/rules-file.ts'
import { readRoles } from '../roles.ts'
import { serviceAlarm } from '../service-alarm.ts'
import { readChannels } from './channels-file.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const RECEIVERS = join(ROOT, 'deploy/receivers')
const DOCS = readFileSync(join(ROOT, 'docs/alarms.md'), 'utf8')
const PLACES = readFileSync(join(ROOT, 'docs/places.md'), 'utf8')
const SECRET = 'at least sixteen letters'
const jsonBlocks = (text: string) => [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)

/** Runs a receiver of the documentation in a separate process; returns its next line. */
function start(file: string, env: Record<string, string>) {
  expect(DOCS).toContain(`deploy/receivers/${file}`)
  const child = spawn(process.execPath, [join(RECEIVERS, file)], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async () => String((await lines.next()).value)
}

const START_MS = Date.UTC(2026, 6, 1, 8)
const END = '2026-07-01T08:30:00.000Z'
/** A place with RED and YELLOW; `on` of them are triggered. */
const stateOf = (on: readonly string[], colour: 'red' | 'yellow' | null) =>
  rowOf({
    place: 'RPLL',
    levels: ['red', 'yellow'].map((id) => levelState(id, on.includes(id) ? 'on' : 'off', { end: END })),
    atMs: START_MS,
    over: { colour },
  })

it('the receiver prints each signed message once, and refuses the rest', async () => {
  const next = start('receiver.mjs', { SECRET, PORT: '0' })
  const port = (await next()).replace('listening on port ', '')
  const send = (row: Alarm, secret = SECRET) => {
    const entry = { id: 'a', kind: 'webhook', url: `http://127.0.0.1:${port}/`, secret, allowPrivate: true }
    return opened(entry).send(row)
  }
  const row = stateOf(['red', 'yellow'], 'red')
  await send(row)
  await send(row)
  await expect(send({ ...row, id: 'forged' }, 'another secret of an attacker')).rejects.toThrow('status 401')
  await send(feedRow('lightning', START_MS, null, START_MS + 30_000))
  const test = { stage: 'test', channel: 'a', sinceMs: START_MS } as const
  await send(serviceAlarm(test, START_MS, { simulated: true, publicOrigin: null }))
  expect(await next()).toMatch(/^up RPLL red on: RED · Place RPLL: /)
  expect(await next()).toMatch(/^observation - none off: No lightning data since 08:00:00/)
  expect(await next()).toMatch(/^service - none -: SIMULATED DATA · TEST of channel a\. No action needed\./)
})

it('the light shows the colour of the headline, blinks in a gap, is blue while Brontide is offline, and never green', async () => {
  const broker = await startAedes()
  onTestFinished(broker.stop)
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, CERTIFICATE)
  const entry = { id: 'a', kind: 'mqtt', host: 'localhost', port: broker.port, ca: CERTIFICATE, allowPrivate: true }
  const { leave, close, topics } = opened(entry)
  const red = stateOf(['red', 'yellow'], 'red')
  await leave(red, 'RPLL')
  const next = start('light.mjs', {
    BROKER: `mqtts://localhost:${broker.port}`,
    PLACE: 'RPLL',
    NODE_EXTRA_CA_CERTS: ca,
  })
  let shown = await next()
  while (shown !== 'red') shown = await next()
  const observe = (now: boolean) =>
    topics!.put(topics!.observedTopic, JSON.stringify({ lightning: { now, since: null }, reports: { now: true } }))
  await observe(false)
  expect(await next()).toBe('red blinking')
  await observe(true)
  expect(await next()).toBe('red')
  await leave(stateOf(['yellow'], 'yellow'), 'RPLL')
  expect(await next()).toBe('yellow')
  await leave(stateOf([], null), 'RPLL')
  expect(await next()).toBe('dark')
  await leave(stateOf(['yellow'], null), 'RPLL')
  expect(await next()).toBe('white')
  await leave(null, 'RPLL')
  expect(await next()).toBe('dark')
  await leave(red, 'RPLL')
  expect(await next()).toBe('red')
  close()
  expect(await next()).toBe('blue')
})

it('Home Assistant subscribes to topics that the channel publishes', () => {
  const { topics } = opened({ id: 'a', kind: 'mqtt', host: 'localhost', tls: 'none', allowPrivate: true })
  const file = readFileSync(join(RECEIVERS, 'home-assistant.json'), 'utf8')
  const configs = Object.values(JSON.parse(file) as Record<string, Record<string, string>>)
  const place = topics!.placeTopic('RPLL')
  expect(configs.map(({ state_topic, json_attributes_topic }) => [state_topic, json_attributes_topic])).toEqual([
    [`${place}/level`, `${place}/state`],
    [topics!.observedTopic, undefined],
  ])
  expect(configs.map(({ availability_topic }) => availability_topic)).toEqual(['brontide/status', 'brontide/status'])
  expect(configs[1]!.value_template).toContain('value_json.lightning.now')
})

it('the channels, the rules and the roles of the docs are valid unchanged', () => {
  const lists = jsonBlocks(DOCS).filter((text) => text.startsWith('['))
  const [rules, channels] = [false, true].map((isChannel) =>
    lists.filter((text) => text.includes('"kind"') === isChannel),
  )
  const roles = jsonBlocks(DOCS).filter((text) => text.includes('"configure"'))
  expect([rules!.length, channels!.length, roles.length]).toEqual([2, 3, 1])
  const read = [...rules!.map(readRules), ...channels!.map(readChannels), ...roles.map(readRoles)]
  expect(read.filter(({ ok }) => !ok)).toEqual([])
})

it('the places and the levels of the docs are valid unchanged', () => {
  const [collection] = jsonBlocks(PLACES)
  const places = readPlaces(collection!)
  expect(places.ok && places.value.problems).toEqual([])
  expect(places.ok && places.value.places.map(({ id, at, ringsKm }) => [id, at, ringsKm])).toEqual([
    ['golf-east', undefined, [8, 16]],
    ['line-7', undefined, [10]],
    ['handler-rpll', 'RPLL', [8, 25]],
  ])
  const manila = jsonBlocks(DOCS).find((text) => text.startsWith('[{ "places": ["RPLL"]'))
  const rules = readRules(manila!)
  const { lightning, rule } = ladderOf({ id: 'RPLL', group: 'airports', stated: {} }, rules.ok ? rules.value : [])
  expect(lightning.map(({ name, km, holdMin }) => [name, km, holdMin])).toEqual([
    ['RED', 5, 15],
    ['YELLOW', 15, 15],
    ['WATCH', 30, 15],
  ])
  expect(rule.lightning).toBe('rules')
})
