import { expect, it } from 'vitest'
import { situationSchema } from '../../contract/watch/sheets.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { reportRecord } from '../../testing/fakes/fake-source.ts'
import { placeOf, setUpWatch } from '../../testing/watch-kit.ts'

async function setUp() {
  const world = await setUpWatch({
    places: [placeOf('manila', { name: 'Manila', nameZh: '马尼拉' }), placeOf('cebu', {}, 1)],
  })
  const { clock, history, watch, places } = world
  const { request } = setUpAppServer({}, { clock, history, watch, places })
  const situation = async (query = '') => situationSchema.parse(await (await request(`/api/situation${query}`)).json())
  return { ...world, watch, request, situation }
}

it('states data, levels with earliest ends, stops, and pending rows, in the requested language', async () => {
  const { situation, watch, run, strike, clock } = await setUp()
  await run(60)
  strike(3)
  await run(5)
  await watch.stops.begin({ by: 'Li', place: 'cebu', work: 'fuelling' })
  const { sentences, text, simulated, at } = await situation()
  const minute = (ms: number) => new Date(ms).toISOString().slice(11, 16)
  const end = minute(Math.ceil((clock.now() + 595_000) / 60_000) * 60_000)
  expect(sentences).toEqual([
    expect.stringMatching(/^08:01:05 UTC: lightning data /),
    `Manila: 5 km since ${minute(clock.now())}, earliest end ${end} if no further strike, data for 10% of the hold time.`,
    `Place cebu: fuelling stopped by Li at ${at.slice(11, 16)}, no earliest resume.`,
    'No nowcast; which triggers are possible is unknown.',
    'One row is unacknowledged.',
    'All data are simulated.',
  ])
  expect([text, simulated]).toEqual([sentences.join(' '), true])
  expect((await situation('?lang=zh')).text).toContain(
    `Place cebu：Li于${at.slice(11, 16)}记录停工：fuelling，未填最早复工时间。`,
  )
})

it('names an airport without a report for too long, also while its weather levels are off', async () => {
  const world = await setUpWatch({ places: [placeOf('ZSPD', { group: 'airports' })] })
  const { clock, history, watch, places, source } = world
  const { request } = setUpAppServer({}, { clock, history, watch, places })
  source.emitReports({ kind: 'reports', records: [reportRecord()] })
  await clock.advance(90 * MINUTE_MS)
  const { sentences } = situationSchema.parse(await (await request('/api/situation')).json())
  expect(sentences).toContain('Weather: Place ZSPD report overdue.')
})

it('is limited to the named places, and rejects unknown ones', async () => {
  const { situation, watch, request } = await setUp()
  await watch.stops.begin({ by: 'Li', place: 'cebu', work: 'fuelling' })
  const { text } = await situation('?places=manila')
  expect(text).toMatch(/chosen places/)
  expect(text).not.toContain('fuelling')
  const refused = await request('/api/situation?places=manila,none')
  expect([refused.status, await refused.json()]).toEqual([400, { detail: 'places: unknown place none' }])
})

it('states since when data are missing by the row of the gap', async () => {
  const { situation, run, silence } = await setUp()
  await run(60)
  await silence(170)
  const { sentences } = await situation()
  expect(sentences[0]).toBe('08:03:50 UTC: no lightning data since 08:01:00; the situation since then is unknown.')
  expect(sentences[1]).toBe('No level was triggered by 08:01:00.')
})
