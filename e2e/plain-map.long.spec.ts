import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { takeThePlainMap, test } from './fixtures.ts'

test.use(ALL_PIXELS)
/** With an unknown version of MapLibre the map is slower, and equally correct. */
test.beforeEach(({ page }) => takeThePlainMap(page).then(() => {}))

test('the plain map omits disabled layers, and shows them again', async ({ page, simulated }) => {
  const { given, when, sees } = createForecaster(page, simulated.url)
  await given.opensTheMap('/?layers=lightning&projection=globe')
  await given.seesLightning()
  await when.turnsOff('Lightning')
  await sees.noStrikeDrawn()
  await when.turnsOn('Lightning')
  await sees.strikesDrawn()
})

test('the plain map shows strikes, and one is picked on it', async ({ page, simulated }) => {
  const { given, when, get, sees } = createForecaster(page, simulated.url)
  await given.opensTheMap('/?layers=lightning&strikes=records')
  await given.seesLightning()
  await sees.strikesDrawn()
  await when.looksAt(await get.aLoneStrike())
  await when.clicksTheStrike()
  await sees.theCardOfAStrike()
})
