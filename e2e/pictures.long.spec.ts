import { ALL_PIXELS } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { keptPicture, otherShare } from './kept-pictures.ts'

// Every component in every state, each theme and each language once, compared with stored pictures; without a stored picture it must at least be stable.

test.use(ALL_PIXELS)

const OTHER_SHARE_MAX = 0.002

for (const [theme, lang] of [
  ['dark', 'en'],
  ['light', 'zh'],
]) {
  test(`the components match their pictures, ${theme}, ${lang}`, async ({ page, simulated }, { config }) => {
    await page.setViewportSize({ width: 1280, height: 1640 })
    const shoot = async () => {
      await page.goto(`${simulated.url}/?gallery&theme=${theme}&lang=${lang}`)
      const chart = page.locator('img[src^="blob:"]')
      await expect.poll(() => chart.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
      return page.screenshot({ animations: 'disabled' })
    }
    const picture = await shoot()
    const { file, isWanted, isThere } = await keptPicture(page, `parts-${theme}-${lang}`, config)
    if (isWanted || isThere) expect(picture).toMatchSnapshot(file, { maxDiffPixelRatio: OTHER_SHARE_MAX })
    else expect(await otherShare(page, picture, await shoot())).toBeLessThanOrEqual(OTHER_SHARE_MAX)
  })
}
