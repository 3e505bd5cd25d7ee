import { expect, type Page } from '@playwright/test'
import { findBreachesInBothThemes } from '../breaches.ts'
import { createDesk } from './desk.ts'

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** The part of the page that a screen changes; unchanged parts need no further check. */
type Part = 'page' | 'header' | 'panel' | 'time' | 'cover' | 'dialog' | 'layers'
const WHERE: Record<Exclude<Part, 'page'>, readonly string[]> = {
  header: ['header'],
  panel: ['aside'],
  time: ['[aria-label=Timeline]', '[aria-label=Layers]'],
  cover: ['section[aria-label="Airport board"], section[aria-label=Alerts]'],
  dialog: ['[role=dialog], dialog'],
  layers: ['[aria-label=Layers]'],
}

type Screens = Record<string, { part: Part; come(): Promise<void> }>

/** Visits all screens, and lets a test check each. */
export function createScreenVisitor(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const chart = desk.panel.getByRole('figure').locator('img[src]').first()
  const unfold = (what: string) => desk.layers.getByText(what, { exact: true }).click()

  /** Each screen, the steps to it from the previous one, and its changed part. */
  const onTheDesk: Screens = {
    'the desk as one finds it first, unfolded': {
      part: 'page',
      async come() {
        await page.setViewportSize(DESK)
        await desk.open('/?theme=dark#5.5/29/113')
        await expect(page.getByText('Click anywhere for its weather')).toBeVisible()
        await expect(desk.row('Lightning')).toContainText(/Live, [\d,]+ strokes? in \d+ min/)
        for (const name of ['Lightning', 'Storms', 'Airports', 'Fires']) {
          await desk.layers.getByRole('button', { name: `About ${name}` }).click()
        }
        for (const what of ['How strikes are drawn', 'Fires in view']) await unfold(what)
      },
    },
    'search hits, and no hits': {
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
      part: 'panel',
      async come() {
        await page.keyboard.press('Escape')
        await desk.find('ZSPD')
        await expect(desk.panelOf('Airport ZSPD').getByRole('figure', { name: 'Raw report' })).toBeVisible()
        await expect(chart).toBeVisible()
        await page.keyboard.press('w')
        await expect(page.getByRole('navigation', { name: 'Watched airports' })).toBeVisible()
      },
    },
    'a strike': {
      part: 'panel',
      async come() {
        await page.keyboard.press('h')
        await unfold('Strikes in view')
        await desk.row('Lightning').getByRole('list', { name: 'Strikes in view' }).getByRole('button').first().click()
        await expect(desk.panelOf('Lightning strike')).toBeVisible()
        await unfold('Strikes in view')
      },
    },
    'a fire': {
      part: 'panel',
      async come() {
        await desk.row('Fires').getByRole('list', { name: 'Fires in view' }).getByRole('button').first().click()
        await expect(desk.panel).toContainText('satellite heat detection', { ignoreCase: true })
        await unfold('Fires in view')
      },
    },
    'a storm': {
      part: 'panel',
      async come() {
        await desk.row('Storms').getByRole('listitem').getByRole('button').first().click()
        await expect(desk.panelOf('Storm')).toBeVisible()
      },
    },
    'a place': {
      part: 'panel',
      async come() {
        await desk.find('25.5, 120.2')
        await expect(desk.panelOf('Weather at a point')).toContainText(/Published \d{2}:\d{2} UTC/)
        await expect(chart).toBeVisible()
      },
    },
    'a place in tables': {
      part: 'panel',
      async come() {
        await desk.panel.getByRole('group', { name: 'Shown as' }).getByText('Table').click()
        await expect(desk.panel.getByRole('table').first()).toBeVisible()
      },
    },
    'the past': {
      part: 'time',
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
  }

  /** The same for the other layouts of the page. */
  const otherShapes: Screens = {
    'the desk in Chinese, with a place': {
      part: 'page',
      async come() {
        await page.setViewportSize(DESK)
        await page.goto(`${origin}/?theme=dark&lang=zh&at=25.5,120.2#5.5/29/113`)
        await expect(page.getByRole('region', { name: '图层' })).toBeVisible()
        await expect(chart).toBeVisible()
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
      part: 'layers',
      async come() {
        await page.goto(`${origin}/?theme=dark&lang=en`)
        await page.getByRole('button', { name: 'Show layers' }).click()
        await expect(desk.layers).toBeVisible()
      },
    },
    'a wall': {
      part: 'page',
      async come() {
        await page.setViewportSize(DESK)
        await page.keyboard.press('k')
        await expect(page.getByRole('main', { name: 'Wall display' }).getByRole('region')).toHaveCount(6)
      },
    },
    'every part of the design': {
      part: 'page',
      async come() {
        await page.goto(`${origin}/?theme=dark&gallery`)
        await expect(page.getByRole('main').getByRole('figure').last()).toBeVisible()
      },
    },
    'a page that can’t start': {
      part: 'page',
      async come() {
        const address = `${origin}/?theme=dark`
        await page.route('**/api/**', (route) => route.abort())
        // A cached copy, as for a lost network, lacks the configuration.
        await page.route(address, async (route) => route.fulfill({ response: await route.fetch() }))
        await page.goto(address)
        await expect(page.getByRole('alert')).toContainText('The Brontide server cannot be reached')
        await page.unroute(address)
        await page.unroute('**/api/**')
        await expect(desk.layers).toBeVisible() // automatically
      },
    },
  }

  async function breaches(part: Part) {
    const within = part === 'page' ? undefined : WHERE[part]
    return [...(await findBreachesInBothThemes(page, within)), ...(await scrolls())]
  }

  /** Pages fixed to the window must not scroll: content below it would be reachable without a way back. */
  async function scrolls() {
    const overPx = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    return overPx > 0 ? [`The page itself scrolls by ${overPx} px.`] : []
  }

  const inOrder = (screens: Screens) =>
    Object.entries(screens).map(([name, { part, come }]) => ({ name, come, breaches: () => breaches(part) }))

  return {
    onTheDesk: inOrder(onTheDesk),
    otherShapes: inOrder(otherShapes),
    breachesOfThePage: () => breaches('page'),
    sees: {
      thatTheServerIsGone: () => expect(page.getByRole('alert')).toContainText('No connection to the server'),
    },
  }
}
