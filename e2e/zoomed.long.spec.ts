import { expect, test } from './fixtures.ts'

/** A desk of 1280 × 800 at a zoom of 150 %. */
test.use({ viewport: { width: 853, height: 533 } })

test('on a zoomed page found places lie one below the other, and all can be scrolled to', async ({ page, stormy }) => {
  await page.goto(`${stormy.url}/?#4/32/107`)
  await page.getByRole('combobox', { name: 'Search airports and places' }).fill('shang')
  const found = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
  await expect.poll(() => found.count()).toBeGreaterThan(8)
  const boxes = await found.evaluateAll((options) => options.map((option) => option.getBoundingClientRect().toJSON()))
  for (const [i, { bottom }] of boxes.slice(0, -1).entries()) expect(boxes[i + 1].top).toBeGreaterThanOrEqual(bottom)
  await found.last().scrollIntoViewIfNeeded()
  await expect(found.last()).toBeInViewport({ ratio: 1 })
})

test('on a zoomed page the tools stay below the notices, and the sentence beside an airport stays clear of them', async ({
  page,
  stormy,
}) => {
  await page.goto(`${stormy.url}/?airport=ZSPD&watch=ZSPD,ZSSS#8/31.14/121.8`)
  const sentence = page.getByRole('region', { name: 'Storms at a glance' })
  await expect(sentence).toBeVisible()
  await expect(page.getByRole('region', { name: 'Layers' })).toBeHidden()
  const highest = (await page.getByRole('button', { name: 'Zoom in' }).boundingBox())!
  const said = (await sentence.boundingBox())!
  expect(highest.y).toBeGreaterThan(said.y + said.height)
  expect(said.x + said.width).toBeLessThan(highest.x)
})

test('a long badge beside the title of a panel takes further lines rather than the width of the title', async ({
  page,
  stormy,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stormy.url}/?gallery&lang=en`)
  const header = page.locator('section:has(> header h2) > header').first()
  const badge = header.locator('div + div > span').first()
  await badge.evaluate((element) => {
    element.textContent = 'Clear the course at once; no data since 09:08 UTC and before'
  })
  const [whole, title] = await Promise.all([header.boundingBox(), header.locator('div').first().boundingBox()])
  expect(title!.width).toBeGreaterThan(0.3 * whole!.width)
})
