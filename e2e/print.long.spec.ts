import { expect, test } from './fixtures.ts'

test('a desk with no panel prints the situation, with its time and how much was observed', async ({
  page,
  remembering,
}) => {
  await page.goto(remembering.url)
  await expect(page.getByText(/Observed \d+ of \d+ min/).first()).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/Brontide · .*UTC · /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Layers' })).toBeVisible()
  await expect(page.getByText(/Observed \d+ of \d+ min/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeHidden()
})
