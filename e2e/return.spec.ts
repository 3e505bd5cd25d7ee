import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// Tiles are withheld on purpose: the browser notes it, and the page notes an error by its short name in the built code.
test.use({ expectedComplaints: [/status of 503|^console: \w+ \(\S+\/assets\//] })

/** Land without a name in it, in the view of all of China. */
const STEPPE = { x: 560, y: 300, width: 24, height: 24 }
/** Of 255. */
const PRESSED_AWAY = 6

test('who comes back sees the ground as it was last drawn, until the map has drawn it anew', async ({
  page,
  simulated,
}) => {
  // Night falls over the steppe as well, and is not of the ground.
  const bare = `${simulated.url}/?layers=&lines=graticule`
  await page.goto(bare)
  const isKept = () => page.evaluate(async () => Boolean(await caches.match('/kept/home')))
  await expect.poll(isKept).toBe(true)
  const drawn = await colourOf(page)

  const noTiles = '**/basemap/**'
  await page.route(noTiles, (route) => route.fulfill({ status: 503 }))
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/first-*.js', (route) => code.promise.then(() => route.continue()))
  await page.goto(bare, { waitUntil: 'commit' })
  const picture = page.getByRole('main').locator('img')
  await expect(page.locator('body > img')).toBeVisible() // before there is any code that draws a map
  code.resolve()
  await expect(picture).toBeVisible()
  await expect(page.locator('body > img')).toHaveCount(0)
  await expect.poll(() => marksOf(page)).toContain('brontide ground')
  await expect(page.getByRole('region', { name: 'Layers' })).toBeVisible()
  const kept = await colourOf(page)
  for (const [i, level] of drawn.entries()) expect(Math.abs(kept[i]! - level)).toBeLessThan(PRESSED_AWAY)
  expect(await marksOf(page)).not.toContain('brontide map')

  await page.getByRole('button', { name: 'Zoom in' }).click() // to another view than that of the picture
  await expect(picture).toHaveCount(0)

  await page.unroute(noTiles)
  await page.goto(bare)
  await expect.poll(() => marksOf(page)).toEqual(expect.arrayContaining(['brontide ground', 'brontide map']))
  await expect(picture).toHaveCount(0)

  await page.goto(`${bare}&theme=light`)
  await expect.poll(() => marksOf(page)).toContain('brontide map')
  expect(await marksOf(page)).not.toContain('brontide ground')
})

function marksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name))
}

/** What is to be seen of the steppe: the mean of its red, green and blue. */
async function colourOf(page: Page): Promise<number[]> {
  const png = (await page.screenshot({ clip: STEPPE })).toString('base64')
  return page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
  }, png)
}
