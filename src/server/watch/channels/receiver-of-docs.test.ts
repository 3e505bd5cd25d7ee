import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { systemClock } from '../../../core/time/clock.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { readChannels } from './channels-file.ts'
import { createPost } from './post.ts'

const DOCS = readFileSync(join(import.meta.dirname, '../../../../docs/watch.md'), 'utf8')
const SECRET = 'at least sixteen letters'
const ALARM: Alarm = {
  ...{ id: 'golf.alarm.1', place: null, stage: 'alarm', at: '2026-07-01T08:00:00Z', struckAt: null, distanceKm: null },
  ...{ arrival: null, watched: null, simulated: true, details: {}, link: null, acknowledged: null },
}

/** The receiver of the docs, as it stands there, in a process of its own. */
async function startReceiver() {
  const [, code = ''] = /^```js\n([\s\S]*?)^```/m.exec(DOCS) ?? []
  const file = join(temporaryFolder(), 'receiver.mjs')
  writeFileSync(file, code)
  const child = spawn(process.execPath, [file], { env: { ...process.env, SECRET, PORT: '0' } })
  onTestFinished(() => void child.kill())
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  return { port: (await next()).replace('listening on port ', ''), next }
}

it('takes what is signed, says each alarm once, and refuses the rest', async () => {
  const { port, next } = await startReceiver()
  const send = (text: string, id: string, secret = SECRET) => {
    const entry = { id: 'a', kind: 'webhook', url: `http://127.0.0.1:${port}/`, secret, allowPrivate: true }
    const read = readChannels(JSON.stringify([entry]))
    const sender = read.ok ? read.value[0]?.open({ post: createPost(), clock: systemClock }) : undefined
    return sender?.send({ alarm: { ...ALARM, id }, text, lang: 'en' })
  }
  await send('one', 'a')
  await send('one', 'a')
  await expect(send('forged', 'b', 'another secret of an attacker')).rejects.toThrow('status 401')
  await send('two', 'b')
  expect([await next(), await next()]).toEqual(['one', 'two'])
})

it('the channels of the docs can be read as they stand there', () => {
  const blocks = [...DOCS.matchAll(/^```json\n(\[[\s\S]*?)^```/gm)].map(([, text = '']) => readChannels(text))
  expect(blocks.length).toBeGreaterThan(1)
  expect(blocks.filter(({ ok }) => !ok)).toEqual([])
})
