import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { Hotspot } from '../src/contract/standard.ts'
import { launchOptions } from './browser.ts'
import { ownStrikes } from './drivers/contract-client.ts'
import { type Brontide, startRelayed } from './stack.ts'

// npm run pictures -- OUT_DIR [PART OF A NAME]: pictures of every screen, to be looked at by a person.

const SIZES = [
  { width: 3840, height: 2160 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const THEMES = ['dark', 'light']
const LANGS = ['en', 'zh']
/** Until maps and charts have come to rest. */
const SETTLE_MS = 4_000

interface Screen {
  name: string
  /** Query and hash; asked before each picture, since strikes grow old. */
  address(page: Page): Promise<string>
  prepare?(page: Page): Promise<void>
  /** The landmark by which one sees that it is there; the bar where nothing is said. */
  screen?: 'main'
}

const at = (address: string) => async () => address
const SCREENS: Screen[] = [
  { name: 'desk', address: at('?#3.7/32.5/107') },
  { name: 'airport', address: at('?airport=ZSPD#8/31.14/121.8') },
  { name: 'point', address: at('?at=25.5,120.2#6/25.5/120.2') },
  { name: 'strike', address: latestStrike },
  { name: 'fire', address: someFire },
  { name: 'settings', address: at('?#3.7/32.5/107'), prepare: (page) => page.keyboard.press('?') },
  { name: 'past', address: at('?airport=ZSPD#6/31/119'), prepare: rewind },
  { name: 'layers', address: at('?#5/30/112'), prepare: showLayers },
  { name: 'commands', address: at('?#3.7/32.5/107'), prepare: (page) => page.keyboard.press('Control+k') },
  { name: 'wall', address: at('?kiosk'), screen: 'main' },
  { name: 'wall-storm', address: at('?kiosk&follow=activity'), screen: 'main' },
  { name: 'gallery', address: at('?gallery'), screen: 'main' },
]
/** The page says it across the map once the silence is no mere hiccup. */
const OUTAGE: Screen = {
  name: 'outage',
  address: at('?#3.7/32.5/107'),
  prepare: (page) => page.getByRole('alert').waitFor(),
}
/** Where something always burns in the made world. */
const FIRE_BOXES = ['min_lon=100&max_lon=105&min_lat=20&max_lat=25', 'min_lon=110&max_lon=115&min_lat=25&max_lat=30']

async function latestStrike(page: Page): Promise<string> {
  const near = (await ownStrikes(page, 2)).filter(({ lat, lon }) => lat > 15 && lat < 50 && lon > 80 && lon < 130)
  const { timeMs, lat, lon } = near.toSorted((a, b) => b.timeMs - a.timeMs)[0]!
  return `?strike=${timeMs},${lat.toFixed(5)},${lon.toFixed(5)}#7/${lat}/${lon}`
}

async function someFire(page: Page): Promise<string> {
  const fire = await page.evaluate(async (boxes) => {
    const { token } = await (await fetch('/api/token/standard', { method: 'POST' })).json()
    for (const box of boxes) {
      const answer = await fetch(`/v1/fire-point/bbox?${box}`, { headers: { authorization: `Bearer ${token}` } })
      const { data } = (await answer.json()) as { data: { items: Hotspot[] } }
      if (data.items[0]) return data.items[0]
    }
    throw new Error('Nothing burns in the boxes looked at.')
  }, FIRE_BOXES)
  return `?fire=${encodeURIComponent(fire.hotspot_id)}#6.5/${fire.latitude}/${fire.longitude}`
}

async function rewind(page: Page) {
  for (let step = 0; step < 9; step++) await page.keyboard.press('[')
}

async function showLayers(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 720) await page.keyboard.press('l')
}

async function shoot(page: Page, origin: string, screen: Screen, look: string, path: string) {
  const address = await screen.address(page)
  await page.goto('about:blank') // a change of the hash alone would load nothing
  await page.goto(`${origin}/${address.replace('?', `?${look}&`)}`)
  await page
    .getByRole(screen.screen ?? 'banner')
    .first()
    .waitFor()
  await setTimeout(SETTLE_MS)
  await screen.prepare?.(page)
  if (screen.prepare) await setTimeout(SETTLE_MS / 4)
  await page.screenshot({ path })
}

async function shootAll(browser: Browser, brontide: Brontide, screens: Screen[], folder: string, part: string) {
  for (const viewport of SIZES) {
    for (const theme of THEMES) {
      for (const lang of LANGS) {
        const nameOf = ({ name }: Screen) => `${name}-${viewport.width}-${theme}-${lang}.png`
        const wanted = screens.filter((screen) => nameOf(screen).includes(part))
        if (wanted.length === 0) continue
        const context = await browser.newContext({ viewport, locale: lang === 'zh' ? 'zh-CN' : 'en-GB' })
        const page = await context.newPage()
        await page.goto(brontide.url)
        for (const screen of wanted) {
          const name = nameOf(screen)
          await shoot(page, brontide.url, screen, `theme=${theme}&lang=${lang}`, join(folder, name)).then(
            () => process.stdout.write(`${name}\n`),
            (error: Error) => process.stdout.write(`${name} failed: ${error.message}\n`),
          )
        }
        await context.close()
      }
    }
  }
}

const [folder, part = ''] = process.argv.slice(2)
if (!folder) throw new Error('Say where the pictures go: npm run pictures -- OUT_DIR [PART OF A NAME]')
await mkdir(folder, { recursive: true })
const brontide = await startRelayed()
const browser = await chromium.launch(launchOptions)
try {
  await shootAll(browser, brontide, SCREENS, folder, part)
  await brontide.upstream.kill()
  await shootAll(browser, brontide, [OUTAGE], folder, part)
} finally {
  await browser.close()
  await brontide.close()
}
