import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** What of the page is looked at: where only a part of it is new, the rest need not be looked at again. */
type Part = 'page' | 'aside' | 'header' | 'footing' | 'strips' | 'cover' | 'dialog'
const WHERE: Record<Exclude<Part, 'page'>, string> = {
  aside: 'aside',
  header: 'header',
  footing: '[aria-label=Timeline], [aria-label=Layers]',
  strips: 'nav',
  cover: 'section[aria-label="Airport board"], section[aria-label=Alerts]',
  dialog: '[role=dialog], dialog',
}

/** Somebody who goes through all screens to look at each. */
export function createLooker(page: Page, origin: string, theme: string) {
  const desk = createDesk(page, origin)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const chart = desk.panel.getByRole('figure').locator('canvas').first()
  const summaries = desk.layers.locator('summary')

  /** Each screen, how one comes to it from the one before, and what of it is new. */
  const screens: Record<string, { part: Part; come(): Promise<void> }> = {
    'the desk as one finds it first, with all that can be unfolded': {
      part: 'page',
      async come() {
        await page.setViewportSize(DESK)
        await desk.open(`/?theme=${theme}#5.5/29/113`)
        await expect(page.getByText('Click anywhere for its weather')).toBeVisible()
        await expect(desk.row('Lightning')).toContainText(/Live, [\d,]+ strokes? in \d+ min/)
        for (const summary of await summaries.all()) await summary.click()
        await expect(desk.row('Lightning').getByRole('list', { name: 'Strikes in view' })).toBeVisible()
      },
    },
    'what is found, and nothing found': {
      part: 'header',
      async come() {
        await page.keyboard.press('/')
        await page.keyboard.type('Shanghai')
        await expect(page.getByRole('option').first()).toBeVisible()
        expect(await breaches('header')).toEqual([])
        await page.keyboard.type(' on the moon')
        await expect(page.getByText(/^Nothing found/)).toBeVisible()
      },
    },
    'an airport': {
      part: 'aside',
      async come() {
        await page.keyboard.press('Escape')
        await desk.find('ZSPD')
        await expect(desk.panelOf('Airport ZSPD').getByRole('figure', { name: 'Raw report' })).toBeVisible()
        await expect(chart).toBeVisible()
        await page.keyboard.press('w')
      },
    },
    'the airports that are watched': {
      part: 'strips',
      come: () => expect(page.getByRole('navigation', { name: 'Watched airports' })).toBeVisible(),
    },
    'a strike': {
      part: 'aside',
      async come() {
        await desk.row('Lightning').getByRole('list', { name: 'Strikes in view' }).getByRole('button').first().click()
        await expect(desk.panelOf('Lightning strike')).toBeVisible()
      },
    },
    'a fire': {
      part: 'aside',
      async come() {
        await desk.row('Fires').getByRole('list', { name: 'Fires in view' }).getByRole('button').first().click()
        await expect(desk.panel).toContainText('satellite heat detection', { ignoreCase: true })
      },
    },
    'a place': {
      part: 'aside',
      async come() {
        await desk.find('25.5, 120.2')
        await expect(desk.panelOf('Weather at a point')).toContainText(/Published \d{2}:\d{2} UTC/)
        await expect(chart).toBeVisible()
      },
    },
    'a place in tables': {
      part: 'aside',
      async come() {
        await desk.panel.getByRole('group', { name: 'Shown as' }).getByText('Table').click()
        await expect(desk.panel.getByRole('table').first()).toBeVisible()
      },
    },
    'the past': {
      part: 'footing',
      async come() {
        await page.keyboard.press('[')
        await expect(desk.timeline).toContainText('NOT LIVE')
      },
    },
    'the board': {
      part: 'cover',
      async come() {
        await page.keyboard.press('.')
        await page.keyboard.press('b')
        await expect(page.getByRole('region', { name: 'Airport board' }).getByRole('row').nth(5)).toBeVisible()
      },
    },
    alerts: {
      part: 'cover',
      async come() {
        await page.keyboard.press('Escape')
        await page.keyboard.press('a')
        await expect(page.getByRole('region', { name: 'Alerts', exact: true })).toBeVisible()
      },
    },
    settings: {
      part: 'dialog',
      async come() {
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        await expect(dialog('Settings')).toBeVisible()
      },
    },
    'the state of the server': {
      part: 'dialog',
      async come() {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Server status' }).click()
        await expect(dialog('Server').getByRole('definition').first()).toBeVisible()
      },
    },
    commands: {
      part: 'dialog',
      async come() {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        await expect(dialog('Commands').getByRole('option').first()).toBeVisible()
      },
    },
    'the desk in Chinese, with a place': {
      part: 'page',
      async come() {
        await page.keyboard.type('中文')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('region', { name: '图层' })).toBeVisible()
      },
    },
    'the same on a phone': {
      part: 'page',
      async come() {
        await page.setViewportSize(PHONE)
        await page.getByRole('button', { name: '展开面板' }).click()
        await expect(page.getByRole('button', { name: '收起面板' })).toBeVisible()
      },
    },
    'the layers on a phone': {
      part: 'page',
      async come() {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('English')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
        await expect(desk.layers).toBeVisible()
      },
    },
    'a wall': {
      part: 'page',
      async come() {
        await page.setViewportSize(DESK)
        await page.keyboard.press('k')
        await expect(page.getByRole('main', { name: 'Wall display' }).getByRole('region')).toHaveCount(4)
      },
    },
    'every part of the design': {
      part: 'page',
      async come() {
        await page.goto(`${origin}/?theme=${theme}&gallery`)
        await expect(page.getByRole('main').getByRole('figure').last()).toBeVisible()
      },
    },
    'a page that can’t start': {
      part: 'page',
      async come() {
        await page.route('**/api/**', (route) => route.abort())
        await page.goto(`${origin}/?theme=${theme}`)
        await expect(page.getByRole('alert')).toContainText('Brontide could not start')
        await page.unroute('**/api/**')
        await expect(desk.layers).toBeVisible() // by itself
      },
    },
  }

  async function breaches(part: Part) {
    const axe = new AxeBuilder({ page })
    if (part !== 'page') axe.include(WHERE[part])
    const { violations } = await axe.analyze()
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(' ')) }))
  }

  return {
    screens: Object.entries(screens).map(([name, { part, come }]) => ({ name, come, breaches: () => breaches(part) })),
    breachesOfThePage: () => breaches('page'),
    sees: {
      thatTheServerIsGone: () => expect(page.getByRole('alert')).toContainText('No connection to the server'),
    },
  }
}
