import { createPasserBy } from './drivers/passer-by.ts'
import { expect, test } from './fixtures.ts'
import type { Ledger } from './stack.ts'

/** Off Fujian, with nothing on the map that could be clicked in place of the sea. */
const SEA = '/?layers=airports#6/25.5/120.2'

test('a click on the sea shows observation and forecast, and a second look costs nothing', async ({
  page,
  relayed,
  anotherScreen,
}) => {
  const { given, when, sees } = createPasserBy(page, relayed.url)
  await given.opensTheMap(SEA)
  await when.clicksTheMiddleOfTheMap()
  await sees.theObservation()
  await sees.theForecast()
  expect(boughtHere(await relayed.upstream.ledger())).toEqual([1, 1, 1])

  await when.closesThePanel()
  await when.clicksTheMiddleOfTheMap()
  await sees.theObservation()

  const colleague = createPasserBy(await anotherScreen(), relayed.url)
  await colleague.given.opensTheMap(SEA)
  await colleague.when.clicksTheMiddleOfTheMap()
  await colleague.sees.theObservation()
  await colleague.sees.theForecast()
  expect(boughtHere(await relayed.upstream.ledger())).toEqual([1, 1, 1])
})

/** How often each charged question about the place was paid for. */
function boughtHere({ calls }: Ledger): number[] {
  return Object.entries(calls).flatMap(([question, times]) => (/25\.50?\b/.test(question) ? [times] : []))
}
