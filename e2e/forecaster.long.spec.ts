import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { test } from './fixtures.ts'

test.use(ALL_PIXELS)

test('each part of the sentence over the map moves it to its subject', async ({ page, stormy }) => {
  const { given, when, sees } = createForecaster(page, stormy.url)
  const CHINA = { lat: 33, lon: 110, withinDeg: 25, zoom: 3 }
  const elsewhere = '/#3/-30/-60'
  await given.opensTheMap(elsewhere)
  await when.choosesInTheSentence(/^\d+ storms?, /)
  await sees.theMapAt(CHINA)
  await given.opensTheMap(elsewhere)
  await when.choosesInTheSentence(/^\d+ airports? with lightning/)
  await sees.theMapAt(CHINA)
  await when.choosesInTheSentence(/^Busiest: /)
  await sees.theMapAtTheChosenStorm()
})

test('a forecaster sees strikes as soon as the map is open, narrows it to lightning, and reaches a strike by the keyboard alone', async ({
  page,
  simulated,
}) => {
  const { given, when, sees } = createForecaster(page, simulated.url)
  await given.opensTheMap()
  await given.seesLightning()
  await sees.strikesDrawn()
  await sees.thatTheDataIsSimulated()

  await when.narrowsTo('Lightning')
  await sees.onlyLightningOn()
  await sees.strikesDrawn()

  await when.turnsOff('Lightning')
  await sees.noStrikeDrawn()
  await when.turnsOn('Lightning')
  await sees.strikesDrawn()

  await when.choosesFromTheList()
  await sees.theCardOfAStrike()
  await sees.theStrikeClearOfThePanels()
})
