import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { takeThePlainMap, test } from './fixtures.ts'

test.use(ALL_PIXELS)
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
