import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { expect, test } from './fixtures.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test.use(ALL_PIXELS)

test('a forecaster rewinds an hour while live data continue, shows the moment to a colleague, and returns', async ({
  page,
  remembering,
  anotherScreen,
}) => {
  const { given, when, get, sees } = createForecaster(page, remembering.url)
  await given.opensTheMap('/?layers=lightning')
  await given.seesLightning()
  const before = await get.strikeCount()
  await when.dragsTheTimelineBack(1)
  await sees.thePast()
  const hourAgoMs = await get.shownAtMs()
  expect(Math.abs((await get.presentMs()) - hourAgoMs - HOUR_MS)).toBeLessThan(5 * MINUTE_MS)
  await sees.strikesDrawn()
  await sees.thatLiveGoesOn()
  await when.holdsTheKeyBack(6)
  await expect.poll(get.shownAtMs).toBe(hourAgoMs - 4 * MINUTE_MS) // of a span of two hours a step is 40 s
  const moment = `${new Date(hourAgoMs - 4 * MINUTE_MS).toISOString().slice(0, 19)}Z`
  await expect.poll(get.momentInTheAddress).toBe(moment)

  const colleague = createForecaster(await anotherScreen(), remembering.url)
  await colleague.given.opensTheMap(get.link())
  await colleague.sees.thePast()
  await expect.poll(colleague.get.shownMoment).toBe(await get.shownMoment())
  await colleague.given.opensTheMap('/?layers=lightning&t=2020-01-01T00:00:00Z')
  await colleague.sees.thatNothingIsKeptOf('2020-01-01 00:00 UTC')
  await colleague.sees.thePresent()

  await when.returnsToLive()
  await sees.thePresent()
  await given.seesLightning()
  await expect.poll(get.strikeCount).toBeGreaterThan(before)
})

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
