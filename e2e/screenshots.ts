import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { hashPassword } from '../src/server/access/password-file.ts'
import { launchOptions } from './browser.ts'
import { SCREENS, type Screen, type World } from './picture-screens.ts'
import { createQuiet } from './quiet.ts'
import { type Brontide, startRelayed, startSimulated } from './stack.ts'

const USAGE = `npm run pictures -- OUT_DIR [flags]: pictures of every screen, for visual review.
  --screen desk,wall   selected screens: ${SCREENS.map(({ name }) => name).join(', ')}
  --width 390,3840     selected widths of 390, 844, 1280, 1920 and 3840
  --theme dark         selected theme
  --lang zh            selected language
  --scale 0.5          picture pixels per page pixel: 4K is drawn four times as fast at 0.5
  --storm NAME         a scripted storm of the simulator; default: one that crosses Shanghai
`

const SIZES = [
  { width: 3840, height: 2160 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
]
const PHONE_WIDTH_MAX = 844
/** A printed page: A4 at CSS's 96 points an inch, less its margins. */
const PAPER = { width: 718, height: 1123 }
/** Maps and charts are stable when a page has made no requests for this long, or after a timeout. */
const QUIET_MS = 2_500
const QUIET_AT_MOST_MS = 10_000
/** The same, when something about it has changed. */
const CHANGED_MS = 1_200

interface Look {
  theme: string
  lang: string
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    screen: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string', default: 'dark,light' },
    lang: { type: 'string', default: 'en,zh' },
    scale: { type: 'string', default: '1' },
    storm: { type: 'string', default: 'crossing' },
  },
})
const [folder = ''] = positionals
const asked = values.screen?.split(',')
const screens = asked ? SCREENS.filter(({ name }) => asked.includes(name)) : SCREENS
const sizes = SIZES.filter(({ width }) => !values.width || values.width.split(',').includes(String(width)))
// Pages are resized after loading, except for phones, whose layout is decided on loading.
const shapes = [
  sizes.filter(({ width }) => width > PHONE_WIDTH_MAX),
  ...sizes.filter(({ width }) => width <= PHONE_WIDTH_MAX).map((size) => [size]),
].filter((shape) => shape.length > 0)
const looks: Look[] = values.theme
  .split(',')
  .flatMap((theme) => values.lang.split(',').map((lang) => ({ theme, lang })))

/** One page for a shape: the screens of a world, one after the other. */
async function shootAll(browser: Browser, origin: string, world: World, gone: () => Promise<unknown>) {
  const wanted = screens.filter((screen) => (screen.world ?? 'live') === world)
  if (wanted.length === 0) return
  for (const shape of shapes) {
    const context = await browser.newContext({
      viewport: shape[0]!,
      deviceScaleFactor: Number(values.scale),
      locale: looks[0]?.lang === 'zh' ? 'zh-CN' : 'en-GB',
      hasTouch: shape[0]!.width <= PHONE_WIDTH_MAX,
      serviceWorkers: world === 'gone' ? 'allow' : 'block',
    })
    const page = await context.newPage()
    const quiet = createQuiet(page)
    await page.goto(origin)
    if (world === 'gone') await keepShell(page, origin)
    await gone()
    for (const screen of wanted) {
      await shoot(page, quiet, origin, screen, shape).catch((error: Error) =>
        process.stdout.write(`${screen.name} ${shape[0]!.width} failed: ${error.message}\n`),
      )
    }
    await context.close()
  }
}

async function keepShell(page: Page, origin: string) {
  await page.goto(origin)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
}

async function shoot(
  page: Page,
  quiet: ReturnType<typeof createQuiet>,
  origin: string,
  screen: Screen,
  shape: typeof SIZES,
) {
  for (const look of looks) {
    const isWorn = look !== looks[0] && !screen.isOfOneLook && (await wear(page, look))
    if (isWorn) await quiet.wait(QUIET_MS, QUIET_AT_MOST_MS)
    else await open(page, quiet, origin, screen, shape[0]!, look)
    const name = (detail: string) => [screen.name, detail, look.theme, look.lang].filter(Boolean).join('-')
    if (screen.isPrinted) {
      await print(page)
      await save(page, name(''), true)
      continue
    }
    for (const size of shape) {
      if (size !== shape[0] || isWorn) {
        await page.setViewportSize(size)
        await setTimeout(CHANGED_MS)
      }
      await save(page, name(String(size.width)))
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

async function open(
  page: Page,
  quiet: ReturnType<typeof createQuiet>,
  origin: string,
  screen: Screen,
  size: (typeof SIZES)[number],
  { theme, lang }: Look,
) {
  await page.setViewportSize(size)
  await page.emulateMedia({ media: 'screen', forcedColors: screen.hasForcedColours ? 'active' : 'none' })
  if (screen.world !== 'gone') {
    await page.evaluate((isFirst) => {
      localStorage.clear()
      if (!isFirst) localStorage.setItem('brontide.hinted', '1')
    }, screen.isFirstVisit)
  }
  const address = await screen.address(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await screen.arrange?.(page)
  await page.goto('about:blank') // a change of the hash alone would not reload
  quiet.begin()
  await page.goto(`${origin}/${address.replace('?', `?theme=${theme}&lang=${lang}&`)}`)
  await page
    .getByRole(screen.landmark ?? 'banner')
    .first()
    .waitFor()
  await quiet.wait(QUIET_MS, QUIET_AT_MOST_MS)
  await screen.prepare?.(page)
  if (screen.prepare) await setTimeout(CHANGED_MS)
}

/** Sets theme and language of the open page by its address; false if the page does not follow. */
function wear(page: Page, look: Look): Promise<boolean> {
  return page.evaluate(({ theme, lang }) => {
    const address = new URL(location.href)
    address.searchParams.set('theme', theme)
    address.searchParams.set('lang', lang)
    history.replaceState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    const { documentElement: html } = document
    return html.dataset.theme === theme && html.lang.startsWith(lang)
  }, look)
}

async function print(page: Page) {
  await page.setViewportSize(PAPER)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await setTimeout(CHANGED_MS)
}

async function save(page: Page, name: string, fullPage = false) {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
  process.stdout.write(`${name}\n`)
}

/** A world for as long as its pictures take. */
async function within<W extends Brontide>(starting: Promise<W>, look: (world: W) => Promise<void>) {
  const world = await starting
  await look(world).finally(world.close)
}

async function shootWorlds(browser: Browser) {
  const wants = (world: World) => screens.some((screen) => (screen.world ?? 'live') === world)
  const nothing = async () => undefined
  const storm = { SIMULATOR_STORM: values.storm }
  if (wants('live')) await within(startSimulated(storm), ({ url }) => shootAll(browser, url, 'live', nothing))
  if (wants('gone')) await within(startSimulated(storm), ({ url }) => shootAll(browser, url, 'gone', nothing))
  if (wants('locked')) {
    const data = await mkdtemp(join(tmpdir(), 'brontide-pictures-'))
    const file = join(data, 'passwords')
    await writeFile(file, `${await hashPassword('over the clouds', 'tower')}\n`)
    const locked = startSimulated({ ...storm, ACCESS: 'password', ACCESS_PASSWORD_FILE: file })
    await within(locked, ({ url }) => shootAll(browser, url, 'locked', nothing))
    await rm(data, { recursive: true, force: true })
  }
  if (wants('silent')) {
    await within(startRelayed(['--storm', values.storm]), async ({ url, upstream }) => {
      let isDead = false
      await shootAll(browser, url, 'silent', async () => {
        if (!isDead) await upstream.kill()
        isDead = true
      })
    })
  }
}

if (!folder) {
  process.stderr.write(USAGE)
  process.exit(2)
}
await mkdir(folder, { recursive: true })
const browser = await chromium.launch(launchOptions)
try {
  await shootWorlds(browser)
} finally {
  await browser.close()
}
