import { createDutyOfficer } from './drivers/duty-officer.ts'
import { test } from './fixtures.ts'

const ZSPD = { lat: 31.1434, lon: 121.805 }

test('under a storm a click 11 px beside an airport opens the airport near and far, and the strike there is offered', async ({
  page,
  stormy,
}) => {
  const { given, when, sees } = createDutyOfficer(page, stormy.url)
  await given.opensTheMap(`/?#13/${ZSPD.lat}/${ZSPD.lon}`)
  await sees.theAirportsListed()
  await sees.theStorm()
  for (const zoom of [13, 9, 5]) {
    await test.step(`at zoom ${zoom}`, async () => {
      await when.zoomsTo(zoom)
      await when.clicksBesideTheMiddle({ x: 8, y: -8 })
      await sees.thePanelOf('ZSPD')
      await when.closesThePanel()
    })
  }
  await when.zoomsTo(6)
  await when.clicksBesideTheMiddle({ x: 0, y: 0 })
  await sees.thePanelOf('ZSPD')
  await when.choosesFromWhatIsAlsoHere(/^Lightning/)
  await sees.theStrike()
  await when.choosesFromWhatIsAlsoHere(/^Airports ZSPD/)
  await sees.thePanelOf('ZSPD')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a tap on a search result selects it, and does not reach the map below', async ({ page, stormy }) => {
    const { given, when, sees } = createDutyOfficer(page, stormy.url)
    await given.opensThePhone(`/?#5/31/118`)
    await when.tapsTheResultOf('ZSPD')
    await sees.thePanelOf('ZSPD')
    await sees.thatNothingElseIsOpened('ZSPD')
  })
})
