import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { test } from './fixtures.ts'

test.use(ALL_PIXELS)

test('a forecaster sees strikes arrive, grow older and leave the window, and picks one with a finger', async ({
  anotherScreen,
  simulated,
}) => {
  const { given, when, get, sees } = createForecaster(await anotherScreen({ hasTouch: true }), simulated.url)
  await given.opensTheMap('/?layers=lightning&strikes=records')
  await given.seesLightning()
  await sees.strikesArrive()

  await when.looksAt(await get.aLoneStrike())
  await when.clicksTheStrike()
  await sees.theCardOfAStrike()
  await sees.theStrikeGrowOlder()

  const held = await get.strikeCount()
  await when.choosesAWindowOf(5)
  await sees.fewerStrikesThan(held)

  await when.closesTheCard()
  await when.looksAt(await get.aLoneStrike())
  await when.tapsTheStrike()
  await sees.theCardOfAStrike()
})
