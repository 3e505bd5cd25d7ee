import type { Page } from '@playwright/test'
import type { createDesk } from '../../e2e/drivers/desk.ts'

/** Duration of playback, and of watching a wall: three stops of five seconds each. */
const PLAYED_MS = 6_000
const TOURED_MS = 16_000
/** About as a hand turns a wheel. */
const WHEEL_EVERY_MS = 300

/** An action of a user on an open page, or an event. */
export interface Use {
  what: string
  run(hand: Hand): Promise<unknown>
}

export interface Hand {
  page: Page
  desk: ReturnType<typeof createDesk>
  /** A report of every airport arrives at once, as on the hour. */
  bringReports(): void
}

const press =
  (...keys: string[]) =>
  async ({ page }: Hand) => {
    for (const key of keys) await page.keyboard.press(key)
  }
const type = (text: string) => async (hand: Hand) => hand.page.keyboard.type(text, { delay: 60 })
const find = (text: string) => async (hand: Hand) => {
  await hand.page.keyboard.press('/')
  await type(text)(hand)
  await hand.page.getByRole('option').first().waitFor()
  await hand.page.keyboard.press('Enter')
}
const chooseSetting =
  (name: string) =>
  async ({ page }: Hand) =>
    page.getByRole('dialog').getByText(name, { exact: true }).click()
const chooseInRow =
  (name: string) =>
  async ({ desk }: Hand) =>
    desk.row('Lightning').getByText(name, { exact: true }).click()
const openList =
  (layer: string, list: string) =>
  async ({ desk }: Hand) =>
    desk.row(layer).getByText(list, { exact: true }).click()
const chooseFrom =
  (layer: string, list: string) =>
  async ({ desk }: Hand) =>
    desk.row(layer).getByRole('list', { name: list }).getByRole('button').first().click()
const tool =
  (name: string) =>
  async ({ page }: Hand) =>
    page.getByRole('button', { name, exact: true }).click()

/** In order; each finds the page as the previous one left it. */
export const USES: readonly Use[] = [
  { what: 'an airport opens', run: find('ZSPD') },
  { what: 'its history comes into sight', run: scrollPanel },
  { what: 'its panel closes', run: press('Escape') },
  { what: 'a place opens', run: async ({ desk }) => desk.clickTheMiddleOfTheMap() },
  { what: 'its panel closes', run: press('Escape') },
  { what: 'a station opens', run: find('58362') },
  { what: 'its panel closes', run: press('Escape') },
  { what: 'home', run: press('h') },
  { what: 'strikes in view are listed', run: openList('Lightning', 'Strikes in view') },
  { what: 'a strike opens', run: chooseFrom('Lightning', 'Strikes in view') },
  { what: 'its panel closes', run: press('Escape') },
  { what: 'fires in view are listed', run: openList('Fires', 'Fires in view') },
  { what: 'a fire opens', run: chooseFrom('Fires', 'Fires in view') },
  { what: 'its panel closes', run: press('Escape') },
  { what: 'a storm is gone to', run: async ({ desk }) => desk.row('Storms').getByRole('button').first().click() },
  { what: 'home', run: press('h') },
  { what: 'the commands open', run: press('Control+k') },
  { what: 'typing in them', run: type('zspd wind') },
  { what: 'they close', run: press('Escape') },
  { what: 'the board opens', run: press('b') },
  {
    what: 'the board in another order',
    run: async ({ page }) => page.getByRole('columnheader').nth(2).getByRole('button').click(),
  },
  {
    what: 'typing in its filter',
    run: async (hand) =>
      hand.page
        .getByRole('region', { name: 'Airport board' })
        .getByRole('searchbox')
        .click()
        .then(() => type('zs')(hand)),
  },
  { what: 'the board closes', run: press('Escape', 'Escape') },
  { what: 'a report of every airport comes', run: async ({ bringReports }) => bringReports() },
  { what: 'zooming in and out', run: wheel },
  { what: 'panning', run: drag },
  { what: 'home', run: press('h') },
  { what: 'rewinding', run: press(...new Array<string>(8).fill('[')) },
  {
    what: 'playing',
    run: async ({ page }) =>
      page
        .getByRole('button', { name: /^Play \(/ })
        .click()
        .then(() => page.waitForTimeout(PLAYED_MS)),
  },
  { what: 'back to live', run: press('.') },
  { what: 'a longer window', run: chooseInRow('120') },
  { what: 'how strikes are drawn', run: chooseInRow('How strikes are drawn') },
  { what: 'another palette', run: chooseInRow('Classic') },
  { what: 'the globe', run: tool('Globe') },
  { what: 'the flat map', run: tool('Globe') },
  { what: 'settings open', run: press('?') },
  { what: 'the light theme', run: chooseSetting('Light') },
  { what: 'aviation units', run: chooseSetting('kt, ft, inHg') },
  { what: 'Chinese', run: chooseSetting('中文') },
  { what: 'English', run: chooseSetting('English') },
  { what: 'settings close', run: press('Escape') },
  { what: 'the wall', run: press('k') },
  { what: 'back to the desk', run: press('Escape') },
]

/** On a wall with a tour. */
export const TOUR: Use = {
  what: 'changes of place on a tour',
  run: ({ page }) => page.waitForTimeout(TOURED_MS),
}
export const TOUR_ADDRESS = '/?kiosk&tour=3.7/32.5/107,ZSPD,5/25/113&dwell=5'

async function scrollPanel({ page, desk }: Hand): Promise<void> {
  await desk.panel.hover()
  await page.mouse.wheel(0, 3_000)
}

async function wheel({ page, desk }: Hand): Promise<void> {
  await desk.map.hover()
  for (const delta of [-300, -300, -300, 300, 300, 300]) {
    await page.mouse.wheel(0, delta)
    await page.waitForTimeout(WHEEL_EVERY_MS)
  }
}

async function drag({ page, desk }: Hand): Promise<void> {
  const box = await desk.map.boundingBox()
  if (!box) throw new Error('There is no map to move.')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x - 300, middle.y - 100, { steps: 15 })
  await page.mouse.move(middle.x + 100, middle.y + 100, { steps: 15 })
  await page.mouse.up()
}
