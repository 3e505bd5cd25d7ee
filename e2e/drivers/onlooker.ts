import { expect, type Page } from '@playwright/test'
import { createQuiet } from '../quiet.ts'

const SECOND_MS = 1_000
/** Nothing was asked for so long: most has come. */
const QUIET_MS = 600
const QUIET_AT_MOST_MS = 20_000
/** What is renewed each second is renewed so often instead, so that another second shows soon. */
const RENEWED_EVERY_MS = 200

/** Somebody who looks at a world in which time stands still. */
export async function createOnlooker(page: Page, origin: string, atMs: number) {
  await page.addInitScript(standStill, { atMs, secondMs: SECOND_MS, everyMs: RENEWED_EVERY_MS })
  const quiet = createQuiet(page)

  /** What has come since is reckoned with when another second is read. */
  async function readTime(timeMs: number) {
    await page.evaluate((ms) => {
      Date.now = () => ms
    }, timeMs)
    await page.waitForTimeout(2 * RENEWED_EVERY_MS)
  }

  return {
    async opens(address: string, size: { width: number; height: number }) {
      await page.setViewportSize(size)
      await page.goto('about:blank') // a change of the hash alone would load nothing
      quiet.begin()
      await page.goto(`${origin}/${address}`)
      await expect(page.getByRole('status', { name: /^(Connection|连接)$/ })).toHaveText(/Live|实时/)
      await quiet.wait(QUIET_MS, QUIET_AT_MOST_MS)
    },

    /** The screen as it is now, at the same second each time. */
    async sees(): Promise<Buffer> {
      await readTime(atMs + SECOND_MS)
      await readTime(atMs + 2 * SECOND_MS)
      return page.screenshot({ animations: 'disabled' })
    },
  }
}

/** Runs in the page before anything else does. */
function standStill({ atMs, secondMs, everyMs }: { atMs: number; secondMs: number; everyMs: number }) {
  Date.now = () => atMs
  const every = globalThis.setInterval
  const sooner = (run: () => void, ms: number) => every(run, ms === secondMs ? everyMs : ms)
  globalThis.setInterval = sooner as typeof setInterval
  if (location.protocol.startsWith('http')) localStorage.setItem('brontide.hinted', '1') // no newcomer
}
