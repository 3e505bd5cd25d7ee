import type { Page } from '@playwright/test'
import { ALL_PIXELS } from './browser.ts'
import { createFrozenViewer } from './drivers/frozen-viewer.ts'
import { expect, test } from './fixtures.ts'
import { keptPicture } from './kept-pictures.ts'
import { STILL_AT_MS, startStill } from './stack.ts'

// Screens of a frozen world, compared with stored pictures; without a stored picture they must at least become stable.

/** Strikes of equal age overlap in order of arrival. */
const OTHER_SHARE_MAX = 0.005
/** For stored pictures: the map's workers draw storms some frames later, and two earlier frames may be equal. */
const LOOKS_BEFORE_REST = 10
const DESK = { width: 1280, height: 800 }
const WALL = { width: 1920, height: 1080 }
const PHONE = { width: 390, height: 844 }
/** Laid out as on a screen of 4K, and drawn at half its pixels: software takes a quarter of the time. */
const FOUR_K = { width: 3840, height: 2160 }
const FOUR_K_SCALE = 0.5
const SCREENS = [
  { name: 'airport-dark-en', address: '?theme=dark&lang=en&airport=ZSPD#7/31.14/121.8', size: DESK },
  { name: 'airport-light-zh-phone', address: '?theme=light&lang=zh&airport=ZSPD#7/31.14/121.8', size: PHONE },
  { name: 'wall-dark-zh', address: '?theme=dark&lang=zh&kiosk', size: WALL },
]
const LARGE_SCREENS = [{ name: 'board-light-en-4k', address: '?theme=light&lang=en&board=urgency', size: FOUR_K }]

test.use({ ...ALL_PIXELS, timezoneId: 'Asia/Shanghai' })

test('whole screens match their pictures', async ({ page, anotherScreen }, { config }) => {
  const still = await startStill()
  try {
    await looksAt(page, SCREENS)
    await page.close()
    const large = await anotherScreen({ deviceScaleFactor: FOUR_K_SCALE })
    await looksAt(large, LARGE_SCREENS)
    await large.close()
  } finally {
    await still.close()
  }

  async function looksAt(page: Page, screens: typeof SCREENS) {
    const { opens, sees } = await createFrozenViewer(page, still.url, STILL_AT_MS)

    async function seesAtRest(looksBefore: number): Promise<Buffer> {
      for (let look = 0; look < looksBefore; look++) await sees()
      let before: Buffer | null = null
      let now = await sees()
      const rests = async () => {
        before = now
        now = await sees()
        return now.equals(before)
      }
      await expect.poll(rests, 'the screen comes to rest').toBe(true)
      return now
    }

    for (const { name, address, size } of screens) {
      await test.step(name, async () => {
        await opens(address, size)
        const { file, isWanted, isThere } = await keptPicture(page, name, config)
        const isAsItWas = (seen: Buffer) => expect(seen).toMatchSnapshot(file, { maxDiffPixelRatio: OTHER_SHARE_MAX })
        if (isThere && !isWanted) await expect(async () => isAsItWas(await sees())).toPass()
        else {
          const seen = await seesAtRest(isWanted ? LOOKS_BEFORE_REST : 0)
          if (isWanted) isAsItWas(seen)
        }
      })
    }
  }
})
