import { spawn } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { ladderOf } from '../../../core/levels/ladder-of.ts'
import { readPlaces } from '../../../core/places/read-places.ts'
import { CERTIFICATE } from '../../../testing/channels/certificate.ts'
import { ALARM, opened } from '../../../testing/channels/channel-kit.ts'
import { startAedes } from '../../../testing/channels/mqtt-broker.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { readRules } from '../rules-file.ts'
import { readChannels } from './channels-file.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const DOCS = readFileSync(join(ROOT, 'docs/watch.md'), 'utf8')
const SECRET = 'at least sixteen letters'
/** An example of the docs, as it stands there, in a process of its own; answers its next line. */
function start(which: number, env: Record<string, string>) {
  const [, code = ''] = [...DOCS.matchAll(/^```js\n([\s\S]*?)^```/gm)][which] ?? []
  const folder = temporaryFolder()
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'example.mjs'), code)
  const child = spawn(process.execPath, [join(folder, 'example.mjs')], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async () => String((await lines.next()).value)
}

it('takes what is signed, says each alarm once, and refuses the rest', async () => {
  const next = start(0, { SECRET, PORT: '0' })
  const port = (await next()).replace('listening on port ', '')
  const send = (text: string, id: string, secret = SECRET) => {
    const entry = { id: 'a', kind: 'webhook', url: `http://127.0.0.1:${port}/`, secret, allowPrivate: true }
    return opened(entry).send({ ...ALARM, id, place: null, details: { channel: text }, stage: 'test' })
  }
  await send('one', 'a')
  await send('one', 'a')
  await expect(send('forged', 'b', 'another secret of an attacker')).rejects.toThrow('status 401')
  await send('two', 'b')
  expect([await next(), await next()]).toEqual(['SIMULATED DATA', 'TEST of channel one. No action needed.'])
})

it('a light shows where a place stands, and that nobody knows where nobody watches', async () => {
  const broker = await startAedes()
  onTestFinished(broker.stop)
  const ca = join(temporaryFolder(), 'ca.pem')
  writeFileSync(ca, CERTIFICATE)
  const entry = { id: 'a', kind: 'mqtt', host: 'localhost', port: broker.port, ca: CERTIFICATE, allowPrivate: true }
  const { leave, close } = opened(entry)
  await leave(ALARM)
  const BROKER = `mqtts://localhost:${broker.port}`
  const next = start(1, { BROKER, PLACE: 'golf', NODE_EXTRA_CA_CERTS: ca })
  let shown = await next()
  while (shown !== 'red') shown = await next()
  await leave({ ...ALARM, id: 'golf.quiet.1', stage: 'quiet' })
  expect(await next()).toBe('off')
  await leave(null)
  expect(await next()).toBe('blue')
  await leave(ALARM)
  expect(await next()).toBe('red')
  close()
  expect(await next()).toBe('blue')
})

it('the channels and the rules of the docs can be read as they stand there', () => {
  const blocks = [...DOCS.matchAll(/^```json\n(\[[\s\S]*?)^```/gm)].map(([, text = '']) => text)
  const [rules, channels] = [false, true].map((isChannel) =>
    blocks.filter((text) => text.includes('"kind"') === isChannel),
  )
  expect([rules!.length, channels!.length]).toEqual([2, 4])
  expect([...rules!.map(readRules), ...channels!.map(readChannels)].filter(({ ok }) => !ok)).toEqual([])
})

it('the places and the levels of the docs can be read as they stand there', () => {
  const [collection] = [...DOCS.matchAll(/^```json\n(\{[\s\S]*?"FeatureCollection"[\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  )
  const places = readPlaces(collection!)
  expect(places.ok && places.value.problems).toEqual([])
  expect(places.ok && places.value.places.map(({ id, at, ringsKm }) => [id, at, ringsKm])).toEqual([
    ['golf-east', undefined, [8, 16]],
    ['line-7', undefined, [10]],
    ['handler-rpll', 'RPLL', [8, 25]],
  ])
  const [manila] = [...DOCS.matchAll(/^```json\n(\[\{ "places": \["RPLL"\][\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  )
  const rules = readRules(manila!)
  const { lightning, rule } = ladderOf({ id: 'RPLL', group: 'airports', stated: {} }, rules.ok ? rules.value : [])
  expect(lightning.map(({ name, km, holdMin }) => [name, km, holdMin])).toEqual([
    ['RED', 5, 15],
    ['YELLOW', 15, 15],
    ['WATCH', 30, 15],
  ])
  expect(rule.lightning).toBe('rules')
})
