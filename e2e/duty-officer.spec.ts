import { createDutyOfficer } from './drivers/duty-officer.ts'
import { test } from './fixtures.ts'

const ZSPD = { lat: 31.14, lon: 121.81 }

test('a duty officer reads report and history of an airport after two actions: its code, and Enter', async ({
  page,
  relayed,
}) => {
  const { given, when, sees } = createDutyOfficer(page, relayed.url)
  await given.opensTheMap()
  await when.types('ZSPD')
  await sees.thePanelOf('ZSPD')
  await sees.theReportRawAndDecoded('ZSPD')
  await sees.whatTheGroupMeans('ZSPD', /^Q\d{4}/, /^Pressure reduced to sea level \(QNH\): \d+/)
  await sees.theHistoryCharted('ZSPD')
  await sees.theMapAt(8, ZSPD.lat, ZSPD.lon)
})

test('a link leads to the airport, and one click on its mark opens it too', async ({ page, relayed }) => {
  const { given, when, sees } = createDutyOfficer(page, relayed.url)
  await given.opensTheMap('/?airport=ZSPD')
  await sees.thePanelOf('ZSPD')
  await sees.theMapAt(8, ZSPD.lat, ZSPD.lon)
  await when.closesThePanel()

  await when.narrowsToAirports() // a strike over the runway would be the nearer thing to click
  await when.clicksTheAirportInTheMiddle()
  await sees.thePanelOf('ZSPD')
  await sees.theReportRawAndDecoded('ZSPD')
})
