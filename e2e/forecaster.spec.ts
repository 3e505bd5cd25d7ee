import { createForecaster } from './drivers/forecaster.ts'
import { expect, test } from './fixtures.ts'

test('a forecaster sees strikes as soon as the map is open', async ({ page, simulated }) => {
  const { given, then } = createForecaster(page, simulated.url)
  await given.opensTheMap()
  await given.seesLightning()
  await then.strikesAreDrawn()
})

test('a forecaster sees strikes arrive, grow older and leave the window', async ({ page, simulated }) => {
  const { given, when, get, then } = createForecaster(page, simulated.url)
  await given.opensTheMap('/?layers=lightning')
  await given.seesLightning()
  await then.strikesArrive()

  await when.looksAt(await get.aLoneStrike())
  await when.clicksTheStrike()
  await then.theCardIsOfAStrikeNow()
  await then.theStrikeGrowsOlder()

  const held = await get.strikeCount()
  await when.choosesAWindowOf(5)
  await then.theWindowHoldsFewerThan(held)
})

test('a forecaster narrows the map to lightning', async ({ page, simulated }) => {
  const { given, when, then } = createForecaster(page, simulated.url)
  await given.opensTheMap()
  await given.seesLightning()
  await when.narrowsTo('Lightning')
  await then.onlyLightningIsOn()
  await then.strikesAreDrawn()

  await when.turnsOff('Lightning')
  await then.noStrikeIsDrawn()
  await when.turnsOn('Lightning')
  await then.strikesAreDrawn()
})

test('a link shows a colleague the same view, layers and selection', async ({ page, simulated, anotherScreen }) => {
  const forecaster = createForecaster(page, simulated.url)
  await forecaster.given.opensTheMap('/?layers=lightning')
  await forecaster.given.seesLightning()
  await forecaster.when.looksAt(await forecaster.get.aLoneStrike())
  await forecaster.when.clicksTheStrike()
  await forecaster.then.theCardIsOfAStrikeNow()

  const colleague = createForecaster(await anotherScreen(), simulated.url)
  await colleague.given.opensTheMap(forecaster.get.link())
  await colleague.given.seesLightning()
  await colleague.then.theCardIsOfAStrikeNow()
  expect(await colleague.get.whatIsOnScreen()).toEqual(await forecaster.get.whatIsOnScreen())
})
