import { createTourBuilder } from './drivers/tour-builder.ts'
import { test } from './fixtures.ts'

test('a wall is built at the desk: an ordered tour, layers and size, with a preview, and its URL opens it', async ({
  page,
  simulated,
}) => {
  const { given, when, sees } = createTourBuilder(page, simulated.url)
  await given.opensTheMap('/?theme=light&airport=ZSPD#6/25/120')
  await when.opensTheBuilder()
  await when.addsThisView()
  await when.adds('ZBAA')
  await when.adds('nowhere at all')
  await sees.thatNothingIsFound('nowhere at all')
  await when.adds('ZSSS')
  await sees.thePlaces(/25\.0°N/, /ZBAA/, /ZSSS/)

  await when.movesUpByKeyboard(/ZSSS/)
  await sees.thePlaces(/25\.0°N/, /ZSSS/, /ZBAA/)
  await sees.theFocusOnTheHandleOf(/ZSSS/)
  await when.dragsBelow(/25\.0°N/, /ZBAA/)
  await sees.thePlaces(/ZSSS/, /ZBAA/, /25\.0°N/)

  await when.setsTheDwellTo(5)
  await when.choosesLayersAndSize()
  await sees.theAddress(
    /\?kiosk=1&tour=ZSSS,ZBAA,6\.00\/25\.\d+\/120\.\d+&dwell=5&scale=1\.5&layers=lightning,storms,airports&theme=light#6\.00\//,
  )
  await when.previews()
  await sees.thePreview(/ZSSS/)
  await when.opensTheAddress()
  await sees.aWallThatShows(/ZBAA/)
})
