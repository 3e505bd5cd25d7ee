import { expect, it } from 'vitest'
import { channelListSchema } from '../../contract/watch/alarms.ts'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { readChannels } from './channels/channels-file.ts'

const SECRET = 'a secret of a webhook'
const read = readChannels(
  JSON.stringify([{ id: 'gate', kind: 'webhook', url: 'https://hooks.example.com/key-in-path', secret: SECRET }]),
)
const channels = read.ok ? read.value : []

async function setUp() {
  const sent: string[] = []
  const world = await setUpWatch({
    channels,
    async post({ body }) {
      sent.push(body)
      return { status: sent.length > 1 ? 500 : 204, text: '' }
    },
  })
  return { ...world, sent, watch: world.watch }
}

it('reports the state of channels, also in /metrics, without secrets', async () => {
  const { clock, history, watch, strike, run, lines } = await setUp()
  const { request, lines: requests } = setUpAppServer({}, { clock, history, watch })
  await run(5)
  strike(12)
  await run(1)
  strike(3)
  await run(2)
  const answer = await (await request('/api/channels')).text()
  expect(channelListSchema.parse(JSON.parse(answer)).channels).toMatchObject([
    { id: 'gate', leadsTo: 'hooks.example.com', waiting: 1, broken: false, lastError: 'receiver returned status 500' },
  ])
  const metrics = await (await request('/metrics')).text()
  expect(metrics).toContain('brontide_alarms_total{stage="alarm"} 1')
  expect(metrics).toContain('brontide_channel_waiting{channel="gate"} 1')
  expect(metrics).toContain('brontide_channel_broken{channel="gate"} 0')
  for (const text of [answer, metrics, ...lines, ...requests]) {
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('key-in-path')
  }
})

it('tests a channel with permission only', async () => {
  const { clock, history, watch, run, sent } = await setUp()
  const path = '/api/channels/gate/test'
  const open = setUpAppServer({}, { clock, history, watch })
  expect((await open.request(path, { method: 'POST', headers: HERE })).status).toBe(403)
  const password = 'a long enough password'
  const names = ['li', 'wang']
  const files = {
    passwords: (await Promise.all(names.map((name) => passwordLine(`${name}:`, password)))).join('\n'),
    roles: JSON.stringify({ acknowledge: ['wang'], configure: ['li'] }),
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch })
  const as = async (name: string, where = path) => {
    const cookie = cookieOf(await signIn({ name, password }))
    return (await ask(where, { method: 'POST', headers: { ...HERE, cookie } })).status
  }
  expect((await ask(path, { method: 'POST', headers: HERE })).status).toBe(401)
  expect(await as('wang')).toBe(403)
  expect(await as('li', '/api/channels/none/test')).toBe(404)
  expect(sent).toEqual([])
  expect(await as('li')).toBe(202)
  await run(1)
  expect(sent.map((body) => (JSON.parse(body) as { stage: string }).stage)).toEqual(['test'])
})
