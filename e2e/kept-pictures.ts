import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig, Page } from '@playwright/test'

// Letters differ from machine to machine: a picture is held against one that was made where letters are the same.
// After a change that is meant: npm run test:e2e -- pictures --update-snapshots

/** The name of a picture on this machine, and whether there is one to hold it against, or one is to be made. */
export async function keptPicture(page: Page, name: string, { updateSnapshots }: FullConfig) {
  const file = `${name}-${await lettersOf(page)}.png`
  const isWanted = updateSnapshots === 'all' || updateSnapshots === 'changed'
  const isThere = existsSync(join(import.meta.dirname, 'pictures', file))
  return { file, isWanted, isThere }
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
