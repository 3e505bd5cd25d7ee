import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { expect, test } from './fixtures.ts'

test.use(ALL_PIXELS)

test('a forecaster reads rate and motion of a storm as scripted, and downloads that past once', async ({
  page,
  remembering,
}) => {
  const { storm } = remembering.past
  const { given, get, sees } = createForecaster(page, remembering.url)
  const moment = new Date(storm.atMs).toISOString()
  const earlier = remembering.log().length // of other journeys on this server
  await given.opensTheMap(`/?layers=lightning,storms&t=${moment}#9/${storm.lat}/${storm.lon}`)
  await sees.theStormsOf(storm.atMs)

  const { strokesPerMin, headingDeg, speedKmh } = await get.firstStorm()
  expect(Math.abs(strokesPerMin / storm.strokesPerMin - 1)).toBeLessThan(0.1)
  expect(Math.abs(headingDeg - storm.headingDeg)).toBeLessThan(15)
  expect(Math.abs(speedKmh / storm.speedKmh - 1)).toBeLessThan(0.1)

  const log = () => remembering.log().slice(earlier)
  const downloads = () => log().match(/\/api\/strikes\/ten-minutes\/\d{12}/g) ?? []
  const once = downloads()
  expect(once.length).toBeGreaterThan(2)
  expect(new Set(once).size).toBe(once.length)
  await page.reload()
  await sees.theStormsOf(storm.atMs)
  expect(await get.firstStorm()).toEqual({ strokesPerMin, headingDeg, speedKmh })
  expect(downloads()).toEqual(once)
})
