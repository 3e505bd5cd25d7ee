import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDutyOfficer } from './drivers/duty-officer.ts'
import { createPasserBy } from './drivers/passer-by.ts'
import { listenToRequests, recordTraffic } from './drivers/traffic-recorder.ts'
import { expect, test } from './fixtures.ts'
import { startRelayed } from './stack.ts'

test.use({ expectedComplaints: [/Failed to load resource/] }) // the upstream is killed under the page

/** Requests of an attacker: existing, missing and rejected ones. */
const TRIED: { path: string; method?: string; headers?: Record<string, string> }[] = [
  { path: '/' },
  { path: '/nothing-here' },
  { path: '/api/config' },
  { path: '/api/status' },
  { path: '/api/token/nothing', method: 'POST' },
  { path: '/api/token/lightning' },
  { path: '/api/token/lightning', method: 'POST', headers: { origin: 'http://elsewhere.example' } },
  { path: '/api/token/standard', method: 'POST' },
  { path: '/healthz' },
  { path: '/readyz' },
  { path: '/metrics' },
  { path: '/basemap/99/0/0.mvt' },
  { path: '/v1/nothing' },
  { path: '/fast-lightning/rest/strikes' },
  { path: '/fast-lightning/rest/strikes?minutes=99&token=ft-wrong' },
  { path: '/fast-lightning/auth/token', method: 'POST', headers: { authorization: 'Bearer sk-some-other-key' } },
  { path: '/fast-metar/rest/parsed/all', headers: { authorization: 'Bearer nonsense' } },
]

test('the key never leaves the server, and no request goes to a third party', async ({ page }) => {
  const { url, upstream, apiKey, log, close } = await startRelayed()
  try {
    const heard = recordTraffic(page)
    const requests = listenToRequests(page)
    const officer = createDutyOfficer(page, url)
    const ground = page.waitForResponse((response) => response.url().includes('.mvt') && response.status() === 200)
    await officer.given.opensTheMap()
    await ground // a map without its base map would pass all journeys
    await officer.when.types('ZSPD')
    await officer.sees.theReportRawAndDecoded('ZSPD')
    await officer.sees.theHistoryCharted('ZSPD')

    await upstream.kill()
    const passerBy = createPasserBy(page, url)
    await passerBy.given.opensTheMap('/?layers=fires#6/21.5/118.5')
    await passerBy.when.clicksTheMiddleOfTheMap()
    await passerBy.sees.thatTheServiceDidNotAnswer()

    expect(requests.origins()).toEqual([url, url.replace('http', 'ws')])
    expect(requests.paths()).toContain('/v1/weather/forecast/point/hourly')
    // Includes requests of workers and sockets.
    expect(requests.paths().filter((path) => path.startsWith('/basemap/')).length).toBeGreaterThan(0)
    expect(requests.paths()).toContain('/fast-lightning/ws/strikes')

    for (const { path, ...options } of TRIED) {
      const answer = await fetch(url + path, options)
      heard.push(`${path} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
    }
    const said = await heard.everything()
    expect(said.length).toBeGreaterThan(TRIED.length + 10)
    for (const secret of [apiKey, apiKey.slice('sk-'.length)]) {
      expect(said.filter((text) => text.includes(secret))).toEqual([])
      expect(log()).not.toContain(secret)
    }
    expect(log()).toContain('"request"')
  } finally {
    await page.close()
    await close()
  }
})

test('no file of the page holds a key', async () => {
  const folder = join(dirname(import.meta.dirname), 'dist', 'page')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(m?js|css|html|json|svg)$/.test(name))
  expect(files.length).toBeGreaterThan(3)
  for (const name of files) expect(await readFile(join(folder, name), 'utf8'), name).not.toMatch(/\bsk-[A-Za-z0-9]{6,}/)
})
