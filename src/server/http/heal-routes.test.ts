import { expect, it } from 'vitest'
import { setUpAppServer } from '../../testing/app-server-kit.ts'

const HEAL = { cause: 'line', at: '2026-07-01T08:00:00Z', seconds: 7, said: 'the socket was closed (1001)' }

function setUp(env: Record<string, string> = {}) {
  const { request, lines, token } = setUpAppServer(env)
  const tell = (heals: unknown, headers: Record<string, string> = {}) =>
    request('/api/heals', { method: 'POST', body: JSON.stringify({ heals }), headers })
  const metrics = async () => (await request('/metrics')).text()
  return { request, lines, token, tell, metrics }
}

it('a wall’s recovery is in the log and in the metrics', async () => {
  const { tell, lines, metrics } = setUp()
  expect((await tell([HEAL, { ...HEAL, cause: 'graphics', seconds: 3, said: null }])).status).toBe(204)
  const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'wall display recovered')
  expect(said).toEqual([
    expect.objectContaining({ ...HEAL, level: 'info', viewer: expect.any(String) }),
    expect.objectContaining({ cause: 'graphics', seconds: 3 }),
  ])
  const numbers = await metrics()
  expect(numbers).toContain('brontide_wall_heal_seconds_count{cause="line"} 1')
  expect(numbers).toContain('brontide_wall_heal_seconds_bucket{le="5",cause="graphics"} 1')
  expect(numbers).toContain('brontide_wall_heal_seconds_count{cause="sleep"} 0')
})

it.each([[[]], [[{ ...HEAL, cause: 'boredom' }]], [[{ ...HEAL, said: 'x'.repeat(301) }]], ['all of it']])(
  'an unknown value is rejected: %j',
  async (heals) => {
    const { tell, lines } = setUp()
    expect((await tell(heals)).status).toBe(400)
    expect(lines.join()).not.toContain('healed')
  },
)

it('rejects reports of another site’s page, and of clients without access to the map', async () => {
  expect((await setUp().tell([HEAL], { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const { tell } = setUp({ ACCESS: 'oidc', OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'brontide' })
  expect((await tell([HEAL])).status).toBe(401)
})

it('a wall with too many reports is ignored for a while', async () => {
  const { tell } = setUp()
  const answers = await Promise.all(Array.from({ length: 120 }, () => tell([HEAL])))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(100)
  expect(answers.at(-1)!.status).toBe(429)
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
})
