import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { expect, it } from 'vitest'
import type { PlaceState } from '../../contract/watch/place-states.ts'
import { situationSchema } from '../../contract/watch/sheets.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'
import { createSituationRoute } from './situation-route.ts'

async function setUp(states: readonly PlaceState[] = []) {
  const world = await setUpWatch({
    places: [placeOf('manila', { name: 'Manila', nameZh: '马尼拉' }), placeOf('cebu', {}, 1)],
  })
  const { clock, watch, places } = world
  const app = new Hono()
  const observed = { lightning: { now: true, since: null }, reports: { now: true, since: null } }
  const guard = createMiddleware((_, next) => next())
  app.route(
    '/api/situation',
    createSituationRoute({
      watch,
      guard,
      isSimulated: () => true,
      levels: () => ({ states: () => states, observed: () => observed }),
      places,
      nowcast: null,
      nowMs: () => clock.now(),
    }),
  )
  const situation = async (query = '') => {
    const answer = await app.request(`/api/situation${query}`)
    return situationSchema.parse(await answer.json())
  }
  return { ...world, watch, app, situation }
}

it('tells data, levels, stops, and rows that wait, in the language that is asked for', async () => {
  const { situation, watch, run, strike, clock } = await setUp()
  await run(60)
  strike(3)
  await run(5)
  await watch.stops.begin({ by: 'Li', place: 'cebu', work: 'fuelling' })
  const { sentences, text, simulated, at } = await situation()
  const time = at.slice(11, 16)
  expect(sentences).toEqual([
    `${new Date(clock.now()).toISOString().slice(11, 19)} UTC: lightning data arrive, no recent gap.`,
    'No level is triggered.',
    `Place cebu: fuelling stopped by Li at ${time}, no earliest resume.`,
    'No nowcast; which triggers are possible is unknown.',
    expect.stringMatching(/^(One row is|Two rows are) unacknowledged\.$/),
    'All data are simulated.',
  ])
  expect([text, simulated]).toEqual([sentences.join(' '), true])
  expect((await situation('?lang=zh')).text).toContain(`Place cebu：Li于${time}记录停工：fuelling，未填最早复工时间。`)
})

it('tells of the places that are named alone, and refuses one that is none', async () => {
  const { situation, watch, app } = await setUp()
  await watch.stops.begin({ by: 'Li', place: 'cebu', work: 'fuelling' })
  const { text } = await situation('?places=manila')
  expect(text).toContain('No level is triggered at the chosen places.')
  expect(text).not.toContain('fuelling')
  const refused = await app.request('/api/situation?places=manila,none')
  expect([refused.status, await refused.json()]).toEqual([400, { detail: 'places: there is no place none' }])
})
