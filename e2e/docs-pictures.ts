import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { StillWorld } from '../src/testing/fakes/still-past.ts'
import { launchOptions } from './browser.ts'
import { createFrozenViewer } from './drivers/frozen-viewer.ts'
import { STILL_AT_MS, startStill } from './stack.ts'

// npm run pictures:docs: renews the pictures of README, guide and lightning.md, from storms frozen in time.

interface DocsPicture {
  /** A file of `docs`. */
  file: string
  address: string
  size?: { width: number; height: number }
  prepare?(page: Page): Promise<void>
}

const DOCS = join(dirname(import.meta.dirname), 'docs')
const SIZE = { width: 1280, height: 800 }
const JPEG_QUALITY = 82
const CHINA = '#3.9/32.5/107'
const LOOKS_BEFORE_REST = 4

const WORLDS: { world: Partial<StillWorld>; pictures: DocsPicture[] }[] = [
  {
    world: { scenario: 'crossing', recordsPerSecond: 60 },
    pictures: [
      { file: 'screenshot.png', address: '#4.6/31.5/110', size: { width: 1600, height: 1000 } },
      { file: 'guide-desk.jpg', address: CHINA },
      { file: 'guide-storms.jpg', address: '#7.3/31.1/120.7', prepare: openBusiestStorm },
      { file: 'guide-board.jpg', address: `?board=urgency${CHINA}` },
      { file: 'guide-airport.jpg', address: '?airport=ZSPD#8/31.14/121.85' },
      { file: 'guide-wall.jpg', address: '?kiosk' },
      { file: 'lightning-airport.jpg', address: '?airport=ZSPD#9.3/31.14/121.8' },
    ],
  },
  {
    world: { scenario: 'outbreak', recordsPerSecond: 300 },
    pictures: [
      { file: 'lightning-outbreak.jpg', address: '#5/30/112' },
      { file: 'lightning-globe.jpg', address: '?projection=globe#2/25/105' },
    ],
  },
  { world: { scenario: 'quiet', recordsPerSecond: 60 }, pictures: [{ file: 'lightning-quiet.jpg', address: CHINA }] },
]

/** Its card: position, motion, arrivals. */
async function openBusiestStorm(page: Page): Promise<void> {
  const list = page.getByRole('list', { name: 'Storms, the busiest in view first' })
  await list.getByRole('button').first().click()
}

async function take(browser: Browser, origin: string, { file, address, size = SIZE, prepare }: DocsPicture) {
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Asia/Shanghai', serviceWorkers: 'block' })
  const { opens, sees } = await createFrozenViewer(page, origin, STILL_AT_MS)
  const [query, hash] = address.split('#')
  await opens(`${query || '?'}&theme=dark&lang=en${hash ? `#${hash}` : ''}`.replace('?&', '?'), size)
  await sees()
  await prepare?.(page)
  for (let look = 0; look < LOOKS_BEFORE_REST; look++) await sees()
  const how = file.endsWith('.png') ? { type: 'png' as const } : { type: 'jpeg' as const, quality: JPEG_QUALITY }
  await writeFile(join(DOCS, file), await page.screenshot({ animations: 'disabled', ...how }))
  await page.close()
  process.stdout.write(`${file}\n`)
}

const wanted = process.argv.slice(2)
const browser = await chromium.launch(launchOptions)
try {
  for (const { world, pictures } of WORLDS) {
    const asked = pictures.filter(({ file }) => wanted.length === 0 || wanted.includes(file))
    if (asked.length === 0) continue
    const still = await startStill(world)
    try {
      for (const picture of asked) await take(browser, still.url, picture)
    } finally {
      await still.close()
    }
  }
} finally {
  await browser.close()
}
