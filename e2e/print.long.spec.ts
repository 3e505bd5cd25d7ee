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
  await expect(page.getByText('Lightning sums')).toBeHidden()
  await expect(page.getByText('min', { exact: true })).toBeHidden()
})

test('a printed airport has no heading without its text: sections of buttons and folded parts are left out', async ({
  page,
  remembering,
}) => {
  await page.goto(`${remembering.url}/?airport=ZSPD`)
  await expect(page.getByRole('button', { name: 'Record a stop here' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Latest report' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Record a work stop' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeHidden()
  await expect(page.getByText('Approach, rings and hold time')).toBeHidden()
})

test('a board and a log over a panel are printed instead of it, the one in front, the board with all its airports', async ({
  page,
  remembering,
}) => {
  await page.goto(`${remembering.url}/?airport=ZSPD&board=`)
  const report = page.getByRole('heading', { name: 'Latest report' })
  await expect(report).toBeVisible()
  const board = page.getByRole('region', { name: 'Airport board' })
  const airports = Number(/\d+/.exec((await board.getByText(/^\d+ airports/).textContent()) ?? '')?.[0])
  await page.emulateMedia({ media: 'print' })
  await expect(report).toBeHidden()
  await expect(board.getByRole('row')).toHaveCount(airports + 1)
  await expect(page.getByText(/Brontide · .*UTC · /).filter({ visible: true })).toHaveCount(1)

  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('j')
  const log = page.getByRole('region', { name: /^Log/ })
  await expect(log).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(log).toBeVisible()
  await expect(board).toBeHidden()
  await expect(report).toBeHidden()
})
