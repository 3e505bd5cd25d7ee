import { createPasserBy } from './drivers/passer-by.ts'
import { expect, test } from './fixtures.ts'
import type { Ledger } from './stack.ts'

/** Off Fujian, without marks that could be clicked instead of the sea. */
const SEA = '/?layers=airports#6/25.5/120.2'

test('a click on the sea shows observation and forecast, and a repeat costs nothing; so do coordinates and a station number', async ({
  page,
  relayed,
  anotherScreen,
}) => {
  const { given, when, sees } = createPasserBy(page, relayed.url)
  await given.opensTheMap(SEA)
  await when.clicksTheMiddleOfTheMap()
  await sees.theObservation()
  await sees.theForecast()
  await sees.thatTheLookCost(20)
  await when.wantsTheDays()
  await sees.theDays()
  await sees.thatTheLookCost(30)
  expect(boughtHere(await relayed.upstream.ledger())).toEqual([1, 1, 1])

  await when.closesThePanel()
  await when.clicksTheMiddleOfTheMap()
  await sees.theObservation()
  await sees.thatTheLookCostNothing()
  await when.movesTheCursorByKeyboard()
  await sees.theHourUnderTheCursor()
  await when.wantsATable()
  await sees.theHoursAsATable()

  const colleague = createPasserBy(await anotherScreen(), relayed.url)
  await colleague.given.opensTheMap(SEA)
  await colleague.when.clicksTheMiddleOfTheMap()
  await colleague.sees.theObservation()
  await colleague.sees.theForecast()
  await colleague.when.wantsTheDays()
  await colleague.sees.theDays()
  expect(boughtHere(await relayed.upstream.ledger())).toEqual([1, 1, 1])

  await test.step('a position off the grid is rounded to it, and a station opens by its number', async () => {
    await when.looksFor('31.2345, 104.0987')
    await sees.thePlace('31.23°N 104.10°E')
    await sees.theObservation()
    await when.opensStation('50500')
    await sees.theStation('50500')
  })
})

/** How often each charged question about the place was paid for. */
function boughtHere({ calls }: Ledger): number[] {
  return Object.entries(calls).flatMap(([question, times]) => (/25\.50?\b/.test(question) ? [times] : []))
}
