import { createDutyOfficer } from './drivers/duty-officer.ts'
import { test } from './fixtures.ts'

const ZSPD = { lat: 31.14, lon: 121.81 }

test('a duty officer types a code and reads report and history', async ({ page, relayed }) => {
  const { given, when, sees } = createDutyOfficer(page, relayed.url)
  await given.opensTheMap()
  await when.types('ZSPD')
  await sees.thePanelOf('ZSPD')
  await sees.theReportRawAndDecoded('ZSPD')
  await sees.theHistoryCharted('ZSPD')
  await sees.theMapAt(8, ZSPD.lat, ZSPD.lon)
})

test('one click on its mark opens an airport too', async ({ page, relayed }) => {
  const { given, when, sees } = createDutyOfficer(page, relayed.url)
  await given.opensTheMap()
  await when.types('ZSPD')
  await sees.thePanelOf('ZSPD')
  await sees.theMapAt(8, ZSPD.lat, ZSPD.lon)
  await when.closesThePanel()

  await when.narrowsToAirports() // a strike over the runway would be the nearer thing to click
  await when.clicksTheAirportInTheMiddle()
  await sees.thePanelOf('ZSPD')
  await sees.theReportRawAndDecoded('ZSPD')
})
