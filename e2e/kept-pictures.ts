import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FullConfig, Page } from '@playwright/test'

// Fonts differ between machines: a picture is compared only if it was made with equal font metrics. After an intended
// change: npm run test:e2e -- pictures.long.spec pictures-of-screens.long.spec --update-snapshots

/** The name of a picture on this machine, and whether there is one to hold it against, or one is to be made. */
export async function keptPicture(page: Page, name: string, { updateSnapshots }: FullConfig) {
  const file = `${name}-${await lettersOf(page)}.png`
  const isWanted = updateSnapshots === 'all' || updateSnapshots === 'changed'
  const isThere = existsSync(join(import.meta.dirname, 'pictures', file))
  return { file, isWanted, isThere }
}

/** Smaller differences, of 255 in a colour, are invisible: antialiasing varies slightly between paints. */
const SEEN_FROM = 32

/** The share of the pixels of a picture that are seen to be others in another one of the same size. */
export function otherShare(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const pictures = [one, other].map((picture) => picture.toString('base64'))
  return page.evaluate(
    async ({ pictures, seenFrom }) => {
      const [a, b] = await Promise.all(pictures.map(draw))
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1
      let others = 0
      for (let at = 0; at < a.data.length; at += 4) {
        if ([0, 1, 2].some((of) => Math.abs(a.data[at + of]! - b.data[at + of]!) >= seenFrom)) others++
      }
      return (4 * others) / a.data.length

      async function draw(picture: string): Promise<ImageData> {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes]))
        const { width, height } = bitmap
        const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, width, height)
      }
    },
    { pictures, seenFrom: SEEN_FROM },
  )
}

/** Identifies a machine by its font metrics. */
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
