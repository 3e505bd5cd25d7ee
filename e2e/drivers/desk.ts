import { expect, type Locator, type Page } from '@playwright/test'
import { type LatLon, mercatorX, mercatorY, TILE_PX } from '../../src/core/geo/geo.ts'

/** The screen as a person uses it: elements are found by their role and name. */
export function createDesk(page: Page, origin: string) {
  const layers = page.getByRole('region', { name: 'Layers' })
  const map = page.getByRole('region', { name: 'Map', exact: true })
  const switches = layers.getByRole('switch')
  const toggle = (layer: string) => layers.getByRole('switch', { name: layer, exact: true })
  // Nested list items are matched within it, not within the region, as by `toggle`.
  const row = (layer: string) =>
    layers.getByRole('listitem').filter({ has: page.getByRole('switch', { name: layer, exact: true }) })
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const panel = page.getByRole('complementary').getByRole('region').first()

  /** Points at the centre of the map, and waits for its response. */
  async function pointAtTheMiddle(something: 'a mark' | 'anything') {
    const box = await map.boundingBox()
    if (!box) throw new Error('There is no map to point at.')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await expect(async () => {
      await page.mouse.move(middle.x + 40, middle.y + 40)
      await page.mouse.move(middle.x, middle.y)
      if (something === 'a mark') await expect(map).toHaveCSS('cursor', 'pointer', { timeout: 1_000 })
    }).toPass()
    return middle
  }

  return {
    page,
    layers,
    map,
    row,
    toggle,
    panel,
    timeline,
    search: page.getByRole('combobox', { name: 'Search airports and places' }),
    connection: page.getByRole('status', { name: 'Connection' }),
    outage: page.getByRole('alert'),
    pointAtTheMiddle,

    /** Opens a URL of the page, and waits for map, layers, and the tools, which load last. */
    async open(address = '/') {
      await page.goto(new URL(address, origin).href)
      await expect(layers).toBeVisible()
      await expect(map).toBeVisible()
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    },

    panelOf: (name: string) => page.getByRole('complementary').getByRole('region', { name, exact: true }),

    async closePanel() {
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
    },

    /** Clicks a mark in the middle of the map. */
    async clickTheMarkInTheMiddle() {
      const { x, y } = await pointAtTheMiddle('a mark')
      await page.mouse.click(x, y)
    },

    async pointAtTheMarkInTheMiddle() {
      await pointAtTheMiddle('a mark')
    },

    /** The same with a finger. */
    async tapTheMarkInTheMiddle() {
      const { x, y } = await pointAtTheMiddle('a mark')
      await page.touchscreen.tap(x, y)
    },

    async clickTheMiddleOfTheMap() {
      const { x, y } = await pointAtTheMiddle('anything')
      await page.mouse.click(x, y)
    },

    /** Types into the search and takes the first thing that is found. */
    async find(text: string) {
      await page.keyboard.press('/')
      await page.keyboard.type(text)
      // The list may first hold what loaded sooner than the airports.
      await expect(page.getByRole('option').first()).toContainText(/^[A-Z]{4}$/.test(text) ? text : /\d/)
      await page.keyboard.press('Enter')
    },

    async narrowTo(wanted: readonly string[]) {
      for (const each of await switches.all()) await each.setChecked(wanted.includes(await nameOf(each)))
    },

    async layersOn(): Promise<string[]> {
      const on: string[] = []
      for (const each of await switches.all()) if (await each.isChecked()) on.push(await nameOf(each))
      return on
    },

    /** The feature lists in view, each with the layer of its row. */
    async listsInView(): Promise<{ layer: string; list: string }[]> {
      const lists: { layer: string; list: string }[] = []
      for (const each of await switches.all()) {
        const layer = await nameOf(each)
        const titles = await row(layer)
          .locator('summary', { hasText: / in view$/ })
          .allTextContents()
        for (const list of titles) lists.push({ layer, list })
      }
      return lists
    },

    /** Strikes in the window, from the row's text; null if it shows no count. */
    async strikeCount(): Promise<number | null> {
      const words = await row('Lightning').textContent()
      const count = /([\d,]+) (?:strokes?|records?) in \d+ min/.exec(words ?? '')?.[1]
      return count === undefined ? null : Number(count.replaceAll(',', ''))
    },

    viewInTheAddress: () => new URL(page.url()).hash,
    layersInTheAddress: () => new URL(page.url()).searchParams.get('layers'),

    /** Where a place is on the screen, by the view in the address. */
    async pixelOf({ lat, lon }: LatLon) {
      const box = await map.boundingBox()
      const [zoom = 0, midLat = 0, midLon = 0] = new URL(page.url()).hash.slice(1).split('/').map(Number)
      if (!box) throw new Error('There is no map to look at.')
      const worldPx = TILE_PX * 2 ** zoom
      return {
        x: box.x + box.width / 2 + (mercatorX(lon) - mercatorX(midLon)) * worldPx,
        y: box.y + box.height / 2 + (mercatorY(lat) - mercatorY(midLat)) * worldPx,
      }
    },

    /** Uncovered map pixels with colours of strikes: white to amber. */
    async strikePixels(): Promise<number> {
      const box = await map.boundingBox()
      const foot = await timeline.boundingBox()
      if (!box || !foot) return 0
      const clip = { x: box.x + 310, y: box.y + 60, width: box.width - 400, height: foot.y - box.y - 80 }
      const png = await page.screenshot({ clip })
      return page.evaluate(countStrikePixels, png.toString('base64'))
    },
  }
}

async function nameOf(toggle: Locator): Promise<string> {
  return (await toggle.getAttribute('aria-label')) ?? ''
}

/** Runs in the page, which has a decoder of pictures. */
async function countStrikePixels(base64: string): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The page has no canvas to read the picture with.')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  let found = 0
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(i, i + 3)
    if (red > 190 && green > 100 && red - blue > 90) found++
  }
  return found
}
