import { createDutyOfficer } from './drivers/duty-officer.ts'
import { test } from './fixtures.ts'
import { startSimulated } from './stack.ts'

const ZSPD = { lat: 31.14, lon: 121.81 }

test('a link leads to the airport, and one click on its mark opens it too', async ({ page, relayed }) => {
  const { given, when, sees } = createDutyOfficer(page, relayed.url)
  await given.opensTheMap('/?layers=airports&airport=ZSPD')
  await sees.thePanelOf('ZSPD')
  await sees.theMapAt(8, ZSPD.lat, ZSPD.lon)
  await when.closesThePanel()

  await when.clicksTheAirportInTheMiddle()
  await sees.thePanelOf('ZSPD')
  await sees.theReportRawAndDecoded('ZSPD')
})

test.describe('under a storm', () => {
  test.use({ expectedComplaints: [/Failed to load resource|ERR_CONNECTION_REFUSED/] }) // its server is stopped on purpose

  test('a duty officer monitors an airport: timer, alert, board; a reload changes nothing, an outage pauses the timer', async ({
    page,
  }) => {
    const { url, close } = await startSimulated({ SIMULATOR_STORM: 'crossing' })
    try {
      const { given, when, sees } = createDutyOfficer(page, url)
      await given.opensTheMap()
      await when.types('ZSPD')
      await sees.theClockOf('ZSPD')
      await when.watchesIt()
      await sees.theRingsAtAGlance('ZSPD')
      await sees.theAlertOf('ZSPD')
      await when.acknowledgesTheAlerts('Li')

      await when.reloads()
      await sees.theRingsAtAGlance('ZSPD')
      await sees.theClockOf('ZSPD')
      await sees.noAlertOfStrikes()

      await when.closesThePanel()
      await when.opensTheBoard()
      await sees.theBoardBegin('ZSPD')
      await when.opensTheFirstRow()
      await sees.thePanelOf('ZSPD')
      await when.closesTheBoard()
    } finally {
      await close()
    }
    await createDutyOfficer(page, url).sees.theCountDownsStopped('ZSPD')
  })
})
