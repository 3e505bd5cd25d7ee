import { join } from 'node:path'
import { createDesk } from './drivers/desk.ts'
import { expect, test } from './fixtures.ts'
import { startBehind } from './stack.ts'

const FILE = join(import.meta.dirname, '../data/lightning/vermont-goes19-2026-squall.csv.gz')
const ROWS = 10

/** Minutes of the storm that the server has received when the page opens: a nowcast needs ten. */
const BEFORE_MIN = 25

/**
 * Half hours of a recorded squall line, and the airports that its first strikes within 16 km reach in them. A replay
 * starts five minutes after `from`, so that the half hour begins half an hour after it.
 */
const MOMENTS = [
  { from: '2026-07-15T04:35:00Z', view: '#8/44.5/-73.4', struck: ['KPBG', 'KBTV'] },
  { from: '2026-07-15T06:08:00Z', view: '#8/43.5/-72.6', struck: ['KLEB', 'KRUT', 'KVSF'] },
]

test.use({ viewport: { width: 1280, height: 800 } })

for (const { from, view, struck } of MOMENTS) {
  test(`before a recorded squall line reaches ${struck.join(', ')}, they are in the first ten rows of the board, and the map has the chances`, async ({
    page,
  }) => {
    const replay = { SIMULATOR_REPLAY: FILE, SIMULATOR_REPLAY_FROM: from, SIMULATOR_REPLAY_SOURCE: 'NOAA GOES-19' }
    const brontide = await startBehind({ beginsAgoMin: BEFORE_MIN, sleepsMin: 0 }, replay)
    try {
      await brontide.catchesUp()
      const desk = createDesk(page, brontide.url)
      await desk.open(`/${view}`)
      await desk.toggle('Chance of lightning').setChecked(true)
      const row = desk.row('Chance of lightning')
      for (const minutes of ['15', '60', '30']) {
        await row.getByText(`${minutes} min`, { exact: true }).click()
        await expect(row).toContainText(new RegExp(`within 16 km of a point in ${minutes} min, as of \\d\\d:\\d\\d`))
        await expect(row).toContainText(/In this area <?\d.* to >?\d\d%/)
      }
      await page.keyboard.press('b')
      const rows = page.getByRole('region', { name: 'Airport board' }).getByRole('row')
      await expect(async () => {
        const first = (await rows.allTextContents()).slice(1, 1 + ROWS).join('\n')
        for (const icao of struck) expect(first).toContain(icao)
      }).toPass()
      await page.goto('about:blank') // a page whose server is gone complains
    } finally {
      await brontide.close()
    }
  })
}
