import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Every part in every state, as it looked before. Letters differ from machine to machine, so a picture is held against
// one that was made where letters are the same; elsewhere it must at least look the same twice. After a change that is
// meant: npm run test:e2e -- pictures --update-snapshots

for (const theme of ['dark', 'light']) {
  for (const lang of ['en', 'zh']) {
    test(`the parts look as they did, ${theme}, ${lang}`, async ({ page, simulated }, { config }) => {
      await page.setViewportSize({ width: 1280, height: 1640 })
      const shoot = async () => {
        await page.goto(`${simulated.url}/?gallery&theme=${theme}&lang=${lang}`)
        await expect(page.locator('canvas')).toBeVisible()
        return page.screenshot({ animations: 'disabled' })
      }
      const picture = await shoot()
      const name = `parts-${theme}-${lang}-${await lettersOf(page)}.png`
      const isWanted = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed'
      if (isWanted || existsSync(join(import.meta.dirname, 'pictures', name))) {
        expect(picture).toMatchSnapshot(name, { maxDiffPixelRatio: 0.002 })
      } else {
        expect((await shoot()).equals(picture)).toBe(true)
      }
    })
  }
}

/** Tells machines apart by how wide their letters are. */
function lettersOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) throw new Error('The page has no canvas to measure letters with.')
    const { fontFamily } = getComputedStyle(document.body)
    const widths = ['400 100px', '700 100px'].map((weight) => {
      context.font = `${weight} ${fontFamily}`
      return Math.round(context.measureText('Lightning 闪电 12,345 °C').width * 10)
    })
    return widths.join('-')
  })
}
