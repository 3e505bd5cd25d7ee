import { CROSSING, crossingCells } from '../src/server/sources/synthetic/scripted-crossing.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { expect, test } from './fixtures.ts'
import { startSimulated } from './stack.ts'

test('a forecaster rewinds while live goes on, shows the moment to a colleague, and returns', async ({
  page,
  simulated,
  anotherScreen,
}) => {
  const forecaster = createForecaster(page, simulated.url)
  const { given, when, get, sees } = forecaster
  await given.opensTheMap('/?layers=lightning')
  await given.seesLightning()
  const before = await get.strikeCount()
  await when.rewinds(6)
  await sees.thePast()
  await sees.strikesDrawn()
  await expect.poll(get.momentInTheAddress).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)

  const colleague = createForecaster(await anotherScreen(), simulated.url)
  await colleague.given.opensTheMap(get.link())
  await colleague.sees.thePast()
  expect(await colleague.get.shownMoment()).toBe(await get.shownMoment())

  await when.returnsToLive()
  await sees.thePresent()
  await given.seesLightning()
  expect(await get.strikeCount()).toBeGreaterThan(before)
})

test('a forecaster reads how strong a storm is and where it goes', async ({ page }) => {
  const startedMs = Date.now()
  const brontide = await startSimulated({ SIMULATOR_STORM: 'crossing' })
  try {
    const { given, get, sees } = createForecaster(page, brontide.url)
    await given.opensTheMap('/?layers=lightning,storms#9/31.2/121.6')
    await sees.aStormThatMoves()
    const { strokesPerMin, headingDeg } = await get.firstStorm()

    // Read off five minutes, which is all that a server just started knows; what more of them come to is tested where
    // the storms are found.
    let scripted = 0
    for (let ago = 0; ago < 300; ago++) {
      const cells = crossingCells(Date.now() - ago * 1_000, startedMs, CROSSING.peakStrokesPerSecond)
      scripted += cells.reduce((sum, cell) => sum + cell.strokesPerSecond, 0) / 5
    }
    expect(Math.abs(strokesPerMin / scripted - 1)).toBeLessThan(0.3)
    expect(Math.abs(headingDeg - CROSSING.headingDeg)).toBeLessThan(45)
  } finally {
    await page.close() // before its server goes, of which it would complain
    await brontide.close()
  }
})
