import { expect, type Page } from '@playwright/test'
import type { LatLon } from '../../src/core/geo/geo.ts'
import { createDesk } from './desk.ts'

/** Views the operator's layers among the hazards. */
export function createLayerWatcher(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const credits = page.getByRole('list', { name: 'Own layers on the map' })

  return {
    given: { opensTheMap: (address: string) => desk.open(address) },
    when: {
      turns: (layer: string, on: boolean) => desk.toggle(layer).setChecked(on),
      returnsToLive: () => desk.timeline.getByRole('button', { name: 'LIVE', exact: true }).click(),
      async fades(layer: string, percent: number) {
        await desk.row(layer).getByRole('slider').fill(String(percent))
      },
    },
    get: {
      address: () => new URL(page.url()).searchParams.get('also'),
      /** The map's colour at a place with only the base map and operator layers. */
      async colourAt(place: LatLon): Promise<number[]> {
        const { x, y } = await desk.pixelOf(place)
        const png = await page.screenshot({ clip: { x: x - 2, y: y - 2, width: 5, height: 5 }, scale: 'css' })
        return page.evaluate(medianColour, png.toString('base64'))
      },
    },
    sees: {
      says: (layer: string, words: string | RegExp) => expect(desk.row(layer)).toContainText(words),
      saysNot: (layer: string, words: string | RegExp) => expect(desk.row(layer)).not.toContainText(words),
      credits: (words: string | RegExp) => expect(credits).toContainText(words),
      creditsNot: (words: string | RegExp) => expect(credits).not.toContainText(words),
    },
  }
}

/** Runs in the page, which has a decoder of pictures. */
async function medianColour(base64: string): Promise<number[]> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  if (!context) throw new Error('The page has no canvas to read the picture with.')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  return [0, 1, 2].map((part) => {
    const values = Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + part] ?? 0).sort((a, b) => a - b)
    return values[Math.floor(values.length / 2)] ?? 0
  })
}
