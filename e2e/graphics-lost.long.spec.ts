import { ALL_PIXELS } from './browser.ts'
import { createForecaster } from './drivers/forecaster.ts'
import { test } from './fixtures.ts'

test.use(ALL_PIXELS)

test.describe('when the graphics are lost', () => {
  test.use({ expectedComplaints: [/CONTEXT_LOST|WebGL/i] }) // messages of browsers

  test('a forecaster has strikes drawn at low zoom, on the globe, and with thunder circles', async ({
    page,
    stormy,
  }) => {
    const { given, when, sees } = createForecaster(page, stormy.url)
    for (const [view, more] of [
      ['1/25/110', ''],
      ['1/25/110', '&projection=globe'],
      ['9/31.14/121.8', ''],
    ]) {
      await given.opensTheMap(`/?layers=lightning${more}#${view}`)
      await sees.strikesDrawn()
      await when.losesTheGraphics()
      await sees.strikesDrawn()
    }
  })
})
