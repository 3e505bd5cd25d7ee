import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { startSimulated } from '../../e2e/stack.ts'
import { PLACES_MAX } from '../../src/contract/watch/places.ts'
import { featureOf } from '../../src/core/places/read-places.ts'
import type { Measured } from '../lib/measured-table.ts'
import { watchMainThread } from './main-thread.ts'

/** Of the main thread, CPU time. */
const SECOND_MAX_MS = 20
const TASK_MAX_MS = 50
const VIEWPORT = { width: 1280, height: 800 }
/** Time until automatic loading has ended. */
const SETTLED_MS = 30_000
const WATCHED_MS = 30_000
const SCREENS = [
  { what: 'the desk', path: '/' },
  { what: 'a wall', path: '/?kiosk' },
]
/** The storms of the simulator lie over eastern Asia: so do the places, in rows. */
const COLUMNS = 125
const WEST = 75
const SOUTH = 20
const STEP_DEG = 0.4

/** Cost of a page with the maximum number of guarded places during strikes among them, and without any. */
export async function measureManyPlaces(browser: Browser): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'brontide-places-'))
  const file = join(folder, 'places.json')
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: manyPlaces().map(featureOf) }))
  try {
    const without = await measureScreens(browser, { places: 'no', atMostMs: null, env: {} })
    const places = PLACES_MAX.toLocaleString('en')
    return [
      ...without,
      ...(await measureScreens(browser, { places, atMostMs: SECOND_MAX_MS, env: { PLACES_FILE: file } })),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureScreens(
  browser: Browser,
  { places, atMostMs, env }: { places: string; atMostMs: number | null; env: Record<string, string> },
): Promise<Measured[]> {
  const brontide = await startSimulated({ LOG_LEVEL: 'warn', SIMULATOR_STORM: 'outbreak', ...env })
  try {
    const rows: Measured[] = []
    for (const { what, path } of SCREENS) {
      const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-GB' })
      await page.goto(new URL(path, brontide.url).href)
      await page.waitForTimeout(SETTLED_MS)
      const { msPerSecond, longestMs } = await watchMainThread(page, WATCHED_MS)
      const of = `${what} with ${places} places in a storm`
      rows.push({ what: `${of}, a second`, measured: msPerSecond, unit: 'ms', atMost: atMostMs })
      rows.push({ what: `${of}, the longest task`, measured: longestMs, unit: 'ms', atMost: TASK_MAX_MS })
      await page.close()
    }
    return rows
  } finally {
    await brontide.close()
  }
}

function manyPlaces() {
  return Array.from({ length: PLACES_MAX }, (_, i) => {
    const coordinates: [number, number] = [WEST + (i % COLUMNS) * STEP_DEG, SOUTH + Math.floor(i / COLUMNS) * STEP_DEG]
    return {
      id: `p${i}`,
      name: `Turbine ${i}`,
      nameZh: null,
      group: `farm ${i % 100}`,
      timeZone: null,
      hours: null,
      geometry: { type: 'Point' as const, coordinates },
      ringsKm: [2, 5, 8, 16],
      holdMin: 20,
    }
  })
}
