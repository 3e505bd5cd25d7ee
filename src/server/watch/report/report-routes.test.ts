import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { placeReportSchema } from '../../../contract/watch/report.ts'
import { passwordLine, setUpAccess } from '../../../testing/access-kit.ts'
import { setUpAppServer } from '../../../testing/app-server-kit.ts'
import { placeOf, setUpWatch } from '../../../testing/watch-kit.ts'

async function setUp() {
  const place = placeOf('golf', { name: 'East <Golf>', nameZh: '东高尔夫球场', timeZone: 'Asia/Shanghai' })
  const world = await setUpWatch({ places: [place] })
  const { clock, history, watch, places } = world
  await world.run(60)
  world.strike(12)
  await world.run(120)
  world.strike(3)
  await world.run(60)
  const { request } = setUpAppServer({}, { clock, history, watch, places })
  const period = `from=2026-07-01T08:00:00Z&to=${new Date(clock.now()).toISOString()}`
  return { ...world, watch, request, path: `/api/places/golf/report?${period}` }
}

it('is the strikes, alarms and coverage of a period at a place', async () => {
  const { request, path } = await setUp()
  const report = placeReportSchema.parse(await (await request(path)).json())
  expect(report.rings.map(({ strikes }) => strikes)).toEqual([1, 1, 2])
  expect(report.alarms.map(({ stage, leadMin }) => [stage, leadMin])).toEqual([
    ['alert', null],
    ['alarm', 2],
  ])
  expect(report.watched).toBeGreaterThan(0.9)
})

it('is a table for a spreadsheet', async () => {
  const { request, path } = await setUp()
  const answer = await request(`${path}&format=csv`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="report-golf-2026-07-01.csv"')
  const lines = (await answer.text()).split('\r\n')
  expect(lines[0]).toBe('hour_utc,place_id,within_5_km,within_8_km,within_16_km,watched')
  expect(lines[1]).toMatch(/^2026-07-01T08:00:00.000Z,golf,1,1,2,/)
  expect(lines[4]).toMatch(/^2026-07-01T08:01\S+,golf,alert,/)
})

it('is a page to print in both languages, without scripts', async () => {
  const { request, path } = await setUp()
  const answer = await request(`${path}&format=html`)
  const policy = answer.headers.get('content-security-policy')?.split('; ')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'"]))
  const english = await answer.text()
  expect(english).toContain('<h1>Lightning at East &lt;Golf&gt;</h1>')
  expect(english).toContain('2026-07-01 16:00:00 local (08:00:00 UTC)')
  expect(english).not.toMatch(/<script|style=|{{/)
  // On a phone the page is as wide as the screen, with the style that its policy allows.
  expect(english).toContain('<meta name="viewport" content="width=device-width">')
  const style = /<style>(.*)<\/style>/.exec(english)![1]!
  expect(style).toContain('svg{max-width:100%;height:auto}')
  expect(style).toContain('border-collapse:collapse') // one thin line between cells, none around the whole width
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(english).toContain('2 strikes on the map')
  const chinese = await (await request(`${path}&format=html&lang=zh`)).text()
  expect(chinese).toContain('北京时 2026-07-01 16:00:00（08:00:00 UTC）')
  expect(chinese).toContain('<h1>东高尔夫球场 闪电报告</h1>')
  expect(chinese).toContain('<td>16 km 内</td><td>2</td>')
})

it('rejects an unknown place, an invalid period, one longer than a month, and clients without access to the map', async () => {
  const { request, clock, history, watch, places } = await setUp()
  const status = async (path: string) => (await request(`/api/places/${path}`)).status
  expect(await status('none/report')).toBe(404)
  expect(await status('golf/report?from=2026-07-02T00:00:00Z&to=2026-07-01T00:00:00Z')).toBe(400)
  expect(await status('golf/report?from=2026-05-01T00:00:00Z')).toBe(400)
  expect(await status('golf/report?format=pdf')).toBe(400)
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords' }
  const files = { passwords: await passwordLine('', 'a long enough password') }
  const { ask } = setUpAccess(env, files, { clock, history, watch, places })
  expect((await ask('/api/places/golf/report')).status).toBe(401)
})

it('has work stops, including unresumed ones', async () => {
  const { request, path, watch, run } = await setUp()
  const stop = await watch.stops.begin({ by: 'Li', place: 'golf', work: 'fuelling' })
  await watch.stops.begin({ by: 'Li', place: 'golf', work: 'mowing' })
  await run(120)
  await watch.stops.resume(stop.id, { by: 'Wang' })
  const [ahead] = path.split('&to=')
  const { stops } = placeReportSchema.parse(await (await request(ahead!)).json())
  expect(stops).toMatchObject([
    { work: 'fuelling', minutes: 2, resumed: { by: 'Wang' } },
    { work: 'mowing', resumed: null },
  ])
  expect(await (await request(`${ahead}&format=html&lang=zh`)).text()).toContain('<h2>停工记录</h2>')
})

it('states triggered levels by the rows of the engine, and work resumed before their earliest ends', async () => {
  const { request, path, watch, run } = await setUp()
  const stop = await watch.stops.begin({ by: 'Li', place: 'golf', work: 'fuelling', level: 'r5' })
  await run(60)
  await watch.stops.resume(stop.id, { by: 'Wang' })
  await run(15 * 60)
  const [ahead] = path.split('&to=')
  const { levels, stops } = placeReportSchema.parse(await (await request(ahead!)).json())
  // The strike at 12 km was two minutes before the strike at 3 km; the hold time is ten minutes.
  expect(levels.map(({ id, minutes, periods }) => [id, minutes, periods.length])).toEqual([
    ['r5', 10, 1],
    ['r8', 10, 1],
    ['r16', 12, 1],
  ])
  expect(stops[0]).toMatchObject({ level: 'r5', minutes: 1, levelMinutes: 1 })
  expect(stops[0]!.resumedBeforeEnd.map(({ level, end }) => [level, end])).toEqual(
    levels.map(({ id, periods }) => [id, periods[0]!.to]),
  )
  const page = await (await request(`${ahead}&format=html&lang=zh`)).text()
  expect(page).toContain('<h2>等级触发时段</h2>')
  expect(page).toContain('5公里（北京时 2026-07-01 16:')
})
