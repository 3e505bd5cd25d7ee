import { expect, type Page } from '@playwright/test'
import { createQuiet } from '../quiet.ts'

const SECOND_MS = 1_000
/** After this time without requests, nearly everything has loaded. */
const QUIET_MS = 600
const QUIET_AT_MOST_MS = 20_000
/** On a machine that does other things too. */
const LIVE_WITHIN_MS = 60_000

/** Views a world frozen in time, which advances on demand. */
export async function createFrozenViewer(page: Page, origin: string, atMs: number) {
  await page.addInitScript(standStill, { atMs, secondMs: SECOND_MS })
  const quiet = createQuiet(page)

  /** Advances one second: new data are processed and drawn. */
  const readTime = (timeMs: number) =>
    page.evaluate(async (ms) => {
      Date.now = () => ms
      for (const run of globalThis.eachSecond) run()
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    }, timeMs)

  const passTwoSeconds = async () => {
    await readTime(atMs + SECOND_MS)
    await readTime(atMs + 2 * SECOND_MS)
  }

  return {
    async opens(address: string, size: { width: number; height: number }) {
      await page.setViewportSize(size)
      await page.goto('about:blank') // a change of the hash alone would not reload
      quiet.begin()
      await page.goto(`${origin}/${address}`)
      await expect(page.getByRole('status', { name: /^(Connection|连接)$/ })).toHaveText(/Live|实时/, {
        timeout: LIVE_WITHIN_MS,
      })
      await quiet.wait(QUIET_MS, QUIET_AT_MOST_MS)
    },

    /** Advances two seconds at a time until the content appears: a restarted server computes in the background. */
    async waits(seen: () => Promise<unknown>): Promise<void> {
      await expect(async () => {
        await passTwoSeconds()
        await seen()
      }).toPass()
    },

    /** A screenshot, at the same second each time. */
    async sees(): Promise<Buffer> {
      await passTwoSeconds()
      return page.screenshot({ animations: 'disabled' })
    },
  }
}

/** Runs in the page before its scripts: tasks of each second run only when a second passes on demand. */
function standStill({ atMs, secondMs }: { atMs: number; secondMs: number }) {
  Date.now = () => atMs
  // Otherwise the page would correct its clock by its server's, which is frozen.
  performance.getEntriesByType = () => []
  const seconds = new Map<number, () => void>()
  globalThis.eachSecond = { [Symbol.iterator]: () => [...seconds.values()].values() }
  const { setInterval: every, clearInterval: stop } = globalThis
  globalThis.setInterval = ((run: () => void, ms: number) => {
    const timer = every(ms === secondMs ? () => {} : run, ms) as unknown as number
    if (ms === secondMs) seconds.set(timer, run)
    return timer
  }) as typeof setInterval
  globalThis.clearInterval = ((timer: number) => {
    seconds.delete(timer)
    stop(timer)
  }) as typeof clearInterval
  if (location.protocol.startsWith('http')) localStorage.setItem('brontide.hinted', '1') // no newcomer
}

declare global {
  var eachSecond: Iterable<() => void>
}
