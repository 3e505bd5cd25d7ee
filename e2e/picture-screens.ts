import type { Page } from '@playwright/test'
import type { Hotspot } from '../src/contract/standard.ts'
import { ownStrikes } from './drivers/contract-client.ts'

/** The data state of a screen: live, a silent source, a password, a page without its server. */
export type World = 'live' | 'silent' | 'locked' | 'gone'

export interface Screen {
  name: string
  world?: World
  /** Query and hash; computed before each picture, since strikes age. */
  address(page: Page): Promise<string>
  /** Faults set before opening it. */
  arrange?(page: Page): Promise<unknown>
  /** Done once it is there. */
  prepare?(page: Page): Promise<void>
  /** A first-time visitor. */
  isFirstVisit?: boolean
  /** On paper. */
  isPrinted?: boolean
  /** It stays in the theme and the language in which it was made. */
  isOfOneLook?: boolean
  /** The system gives the colours. */
  hasForcedColours?: boolean
  /** The landmark that proves the screen is shown; the bar by default. */
  landmark?: 'main' | 'dialog' | 'alert'
}

const at = (address: string) => async () => address
const keys =
  (...pressed: string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key)
  }

const CHINA = '#3.7/32.5/107'
const PUDONG = 'airport=ZSPD#8/31.14/121.8'
const STRAIT = 'at=25.5,120.2#6/25.5/120.2'

/** All screens, by the names of their pictures. */
export const SCREENS: Screen[] = [
  { name: 'desk', address: at(`?${CHINA}`) },
  { name: 'desk-close', address: at('?#8.5/31.1/121.4') },
  { name: 'globe', address: at('?projection=globe#2/25/105') },
  { name: 'airport', address: at(`?${PUDONG}`) },
  { name: 'airport-history', address: at(`?${PUDONG}`), prepare: scrollPanel },
  { name: 'airport-rings', address: at(`?own=ZSPD:8,16:15&${PUDONG}`), prepare: press(/^Approach, rings|^趋近/) },
  { name: 'airport-table', address: at(`?${PUDONG}`), prepare: press(/^\d+ reports|^\d+ 份报文/) },
  { name: 'airports-compared', address: at(`?${PUDONG}`), prepare: press(/^The 4 nearest$|^最近 4 个$/) },
  { name: 'airport-plots', address: at('?layers=airports#7.6/31.5/120.5') },
  { name: 'watched', address: at('?watch=ZSPD,ZSSS,ZGGG,ZBAA#6/31/119') },
  { name: 'point', address: at(`?${STRAIT}`) },
  { name: 'point-charts', address: at(`?${STRAIT}`), prepare: scrollPanel },
  { name: 'point-table', address: at(`?${STRAIT}`), prepare: press(/^Table$|^表格$/) },
  { name: 'point-soil', address: at(`?${STRAIT}`), prepare: press(/^Soil$|^土壤湿度$/) },
  { name: 'station', address: at('?station=50500#6/31.2/104.1') },
  {
    name: 'point-loading',
    address: at(`?${STRAIT}`),
    arrange: (page) => page.route(/\/v1\//, () => undefined),
    isOfOneLook: true,
  },
  {
    name: 'point-failed',
    address: at(`?${STRAIT}`),
    arrange: (page) =>
      page.route(/\/v1\/weather/, (route) => route.fulfill({ status: 502, body: '{"detail":"Bad Gateway"}' })),
    prepare: async (page) =>
      page
        .getByText(/^Try again$|^重试$/)
        .first()
        .waitFor(),
  },
  { name: 'strike', address: latestStrike },
  { name: 'fire', address: someFire },
  { name: 'fires-close', address: someFires },
  { name: 'storms', address: at('?layers=lightning,storms#6.2/31/121'), prepare: showLayers },
  { name: 'storm', address: at('?layers=lightning,storms,airports#7/31/121'), prepare: openStorm },
  { name: 'storm-end', address: at('?layers=lightning,storms,airports#7/31/121'), prepare: openStormEnd },
  { name: 'marks', address: at('?strikes=marks#3/30/112') },
  { name: 'layers', address: at('?#5/30/112'), prepare: showLayers },
  { name: 'layers-end', address: at('?#5/30/112'), prepare: showLastLayers },
  { name: 'strikes-drawn', address: at('?#5/30/112'), prepare: showHowDrawn },
  { name: 'forced-colours', address: at(`?airport=ZSPD&strikes=marks#6/31/119`), hasForcedColours: true },
  { name: 'spaced', address: at(`?${PUDONG}`), prepare: spaceText },
  { name: 'board', address: at(`?board=${CHINA}`) },
  { name: 'alerts', address: at('?watch=ZSPD,ZSSS&rings=8,16,50#7/31.14/121.8'), prepare: keys('a') },
  {
    name: 'alerts-settings',
    address: at('?watch=ZSPD,ZSSS&rings=8,16,50#7/31.14/121.8'),
    prepare: openAlertSettings,
  },
  { name: 'evidence', address: at(`?${PUDONG}`), prepare: takeEvidence, isOfOneLook: true },
  { name: 'past', address: at('?airport=ZSPD#6/31/119'), prepare: keys(...Array<string>(9).fill('[')) },
  { name: 'settings', address: at(`?${CHINA}`), prepare: keys('?') },
  { name: 'keys', address: at(`?${CHINA}`), prepare: openKeys },
  { name: 'server', address: at(`?${CHINA}`), prepare: openServerStatus },
  { name: 'commands', address: at(`?${CHINA}`), prepare: keys('Control+k') },
  { name: 'search', address: at(`?${CHINA}`), prepare: search },
  { name: 'hint', address: at('?'), isFirstVisit: true },
  { name: 'wall', address: at('?kiosk'), landmark: 'main' },
  { name: 'wall-storm', address: at('?kiosk&follow=activity'), landmark: 'main' },
  { name: 'wall-tour', address: at('?kiosk&tour=ZSPD,4/35/105&dwell=600'), landmark: 'main' },
  { name: 'wall-watch', address: at('?kiosk&watch=ZSPD,ZSSS&sound=1&dwell=0&tour=ZZZ9,ZSPD'), landmark: 'main' },
  { name: 'gallery', address: at('?gallery'), landmark: 'main' },
  { name: 'printed-airport', address: at(`?${PUDONG}`), isPrinted: true, isOfOneLook: true },
  { name: 'printed-point', address: at(`?${STRAIT}`), isPrinted: true, isOfOneLook: true },
  { name: 'sign-in', world: 'locked', address: at('?'), landmark: 'dialog' },
  { name: 'offline', world: 'gone', address: at('?'), landmark: 'alert' },
  { name: 'refused', address: at('?'), arrange: refuse, landmark: 'alert', isOfOneLook: true },
  { name: 'outage', world: 'silent', address: at(`?${CHINA}`), prepare: outage },
  { name: 'outage-airport', world: 'silent', address: at(`?${PUDONG}`), prepare: outage },
  { name: 'outage-wall', world: 'silent', address: at('?kiosk'), prepare: outage, landmark: 'main' },
]

/** Where something always burns in the made world. */
const FIRE_BOXES = ['min_lon=100&max_lon=105&min_lat=20&max_lat=25', 'min_lon=110&max_lon=115&min_lat=25&max_lat=30']

async function latestStrike(page: Page): Promise<string> {
  const near = (await ownStrikes(page, 2)).filter(({ lat, lon }) => lat > 15 && lat < 50 && lon > 80 && lon < 130)
  const { timeMs, lat, lon } = near.toSorted((a, b) => b.timeMs - a.timeMs)[0]!
  return `?strike=${timeMs},${lat.toFixed(5)},${lon.toFixed(5)}#7/${lat}/${lon}`
}

async function someFire(page: Page): Promise<string> {
  const { hotspot_id, latitude, longitude } = await aHotspot(page)
  return `?fire=${encodeURIComponent(hotspot_id)}#6.5/${latitude}/${longitude}`
}

async function someFires(page: Page): Promise<string> {
  const { latitude, longitude } = await aHotspot(page)
  return `?layers=fires#9/${latitude}/${longitude}`
}

function aHotspot(page: Page): Promise<Hotspot> {
  return page.evaluate(async (boxes) => {
    const { token } = await (await fetch('/api/token/standard', { method: 'POST' })).json()
    for (const box of boxes) {
      const answer = await fetch(`/v1/fire-point/bbox?${box}`, { headers: { authorization: `Bearer ${token}` } })
      const { data } = (await answer.json()) as { data: { items: Hotspot[] } }
      if (data.items[0]) return data.items[0]
    }
    throw new Error('Nothing burns in the boxes looked at.')
  }, FIRE_BOXES)
}

async function scrollPanel(page: Page) {
  const panel = page.getByRole('complementary').getByRole('region').first()
  await panel.hover()
  await page.mouse.wheel(0, (page.viewportSize()?.height ?? 0) * 0.8)
}

async function showLayers(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 720) await page.keyboard.press('l')
}

/** The card of the busiest storm in view. */
async function openStorm(page: Page) {
  await showLayers(page)
  await page
    .getByRole('list', { name: /^Storms, the busiest|^雷暴单体，视野内/ })
    .getByRole('button')
    .first()
    .click()
}

async function openStormEnd(page: Page) {
  await openStorm(page)
  await scrollPanel(page)
}

/** Opens a part of the panel, and scrolls it to the top. */
function press(name: RegExp) {
  return async (page: Page) => {
    const wanted = await page.getByRole('complementary').getByText(name).first().elementHandle()
    await wanted?.click()
    await wanted?.evaluate((element) => element.scrollIntoView())
  }
}

async function showLastLayers(page: Page) {
  await showLayers(page)
  await layers(page)
    .getByRole('listitem')
    .last()
    .evaluate((row) => row.scrollIntoView())
}

async function showHowDrawn(page: Page) {
  await showLayers(page)
  await layers(page)
    .getByRole('button', { name: /^(About Lightning|关于闪电)$/ })
    .click()
  await layers(page)
    .getByText(/^How strikes are drawn$|^显示方式$/)
    .click()
}

function layers(page: Page) {
  return page.getByRole('region', { name: /^(Layers|图层)$/ })
}

/** The maximum text spacing of WCAG 1.4.12. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

function spaceText(page: Page) {
  return page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, SPACED)
}

async function openAlertSettings(page: Page) {
  await page.keyboard.press('a')
  const cover = page.getByRole('region', { name: /^(Alerts|告警)$/ })
  await cover
    .getByRole('checkbox')
    .last()
    .evaluate((box) => box.scrollIntoView())
}

/** A phone lists no keys. */
async function openKeys(page: Page) {
  await page.keyboard.press('?')
  const key = page.getByRole('dialog').getByRole('term').first()
  if (await key.isVisible()) await key.evaluate((element) => element.scrollIntoView())
}

/** A reachable server that rejects all requests. */
function refuse(page: Page) {
  return page.route(/\/api\//, (route) => route.fulfill({ status: 503, body: '{"detail":"starting"}' }))
}

/** A phone has no room for it. */
async function openServerStatus(page: Page) {
  const button = page.getByRole('button', { name: /^(Server status|服务器状态)/ })
  if (await button.isVisible()) await button.click()
}

async function search(page: Page) {
  await page.keyboard.press('/')
  await page.keyboard.type('shang')
}

/** The picture that the page makes takes the page's place. */
async function takeEvidence(page: Page) {
  const download = page.waitForEvent('download', (file) => file.suggestedFilename().endsWith('.png'))
  await page.keyboard.press('e')
  const path = await (await download).path()
  const { readFile } = await import('node:fs/promises')
  const png = (await readFile(path)).toString('base64')
  await page.evaluate((source) => {
    const image = new Image()
    image.src = source
    image.style.cssText = 'display:block;max-width:100vw;max-height:100vh'
    document.body.replaceChildren(image)
    return image.decode()
  }, `data:image/png;base64,${png}`)
}

async function outage(page: Page) {
  await page.getByRole('alert').first().waitFor()
}
