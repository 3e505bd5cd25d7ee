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
