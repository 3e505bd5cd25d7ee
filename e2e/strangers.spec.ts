import { createDutyOfficer } from './drivers/duty-officer.ts'
import { listenToRequests } from './drivers/eavesdropper.ts'
import { createPasserBy } from './drivers/passer-by.ts'
import { expect, test } from './fixtures.ts'

test('no word leaves for a third party', async ({ page, relayed }) => {
  const requests = listenToRequests(page)
  const officer = createDutyOfficer(page, relayed.url)
  await officer.given.opensTheMap()
  await officer.when.types('ZBAA')
  await officer.sees.theReportRawAndDecoded('ZBAA')
  await officer.sees.theHistoryCharted('ZBAA')

  const passerBy = createPasserBy(page, relayed.url)
  await passerBy.given.opensTheMap('/?layers=fires#6/22.5/119.2')
  await passerBy.when.clicksTheMiddleOfTheMap()
  await expect.poll(() => requests.paths()).toContain('/v1/weather/forecast/point/hourly')

  expect(requests.origins()).toEqual([relayed.url, relayed.url.replace('http', 'ws')])
  // What workers and sockets ask for is heard too.
  expect(requests.paths().filter((path) => path.startsWith('/basemap/')).length).toBeGreaterThan(0)
  expect(requests.paths()).toContain('/fast-lightning/ws/strikes')
})
