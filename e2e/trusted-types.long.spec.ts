import { createDesk } from './drivers/desk.ts'
import { createScriptInjector } from './drivers/script-injector.ts'
import { createWall } from './drivers/wall.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedComplaints: [/Trusted/] }) // injected strings are reported; our own screens are checked below

test('no text becomes a script or markup, and no screen of ours needs it to', async ({ page, simulated }) => {
  const injector = createScriptInjector(page)
  await injector.given.watchesThePolicy()
  const desk = createDesk(page, simulated.url)
  const keepsTheRules = async (screen: string) => expect(await injector.get.brokenPolicies(), screen).toEqual([])

  await desk.open('/')
  await expect(desk.row('Lightning')).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
  await desk.find('ZBAA')
  await expect(desk.panelOf('Airport ZBAA')).toBeVisible()
  await keepsTheRules('desk, search, airport')
  await desk.find('25.5, 120.2')
  await expect(desk.panelOf('Weather at a point')).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('figure').first()).toBeVisible()
  await keepsTheRules('point')
  await page.keyboard.press('b')
  await expect(page.getByRole('grid', { name: 'Airport board' })).toBeVisible()
  await keepsTheRules('board')
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await createWall(page).sees.live()
  await keepsTheRules('wall')

  expect(await injector.get.tries()).toEqual({
    markup: 'TypeError',
    parser: 'TypeError',
    script: 'TypeError',
    text: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
  })
})
