import { ALL_PIXELS } from './browser.ts'
import { ownStrikes } from './drivers/contract-client.ts'
import { loneStrike } from './drivers/lone-strike.ts'
import { createShiftLead } from './drivers/shift-lead.ts'
import { expect, test } from './fixtures.ts'
import { startRelayed, type WireStrike } from './stack.ts'

/** More recent data may still be in transit. */
const ON_ITS_WAY_MS = 10_000

test.use({ ...ALL_PIXELS, expectedComplaints: [/Failed to load resource/] }) // requests fail while the upstream is down

test('the upstream fails, the page says so, keeps its data, and misses no strike afterwards', async ({ page }) => {
  const { url, upstream, close } = await startRelayed()
  try {
    const { given, when, sees } = createShiftLead(page, url)
    await given.watchesALiveMap('/?layers=lightning&window=5&strikes=records')
    await given.marksThePage()

    const diedAtMs = Date.now()
    await upstream.kill()
    await sees.thatTheSourceIsSilent()
    await sees.whatWasKeptWithItsAge()

    await upstream.restart()
    const backAtMs = Date.now()
    await sees.theMapLiveAgain()
    await sees.theSamePage()

    // The simulated world continues while the simulator is down, so it can report the strikes of that time.
    const struckMeanwhile = async () => {
      const all = await upstream.strikes(5)
      return all.filter(({ arrivedAtMs }) => arrivedAtMs > diedAtMs && arrivedAtMs < backAtMs)
    }
    await expect
      .poll(async () => missing(await ownStrikes(page, 5), await struckMeanwhile()).length, {
        message: 'missing strikes',
      })
      .toBe(0)

    const meanwhile = await struckMeanwhile()
    expect(meanwhile.length).toBeGreaterThan(100)
    const lone = loneStrike(meanwhile, await upstream.strikes(5))
    await when.looksForTheStrikeAt(lone)
    await sees.theStrike(lone)

    await sees.theRowCount(async () => {
      const strikes = await upstream.strikes(5)
      const nowMs = Date.now()
      const windowFromMs = nowMs - 5 * 60_000
      return {
        atLeast: strikes.filter(
          (each) => each.timeMs > windowFromMs + 5_000 && each.arrivedAtMs < nowMs - ON_ITS_WAY_MS,
        ).length,
        atMost: strikes.filter((each) => each.timeMs > windowFromMs - 5_000).length,
      }
    })
  } finally {
    await page.close()
    await close()
  }
})

function missing(served: readonly WireStrike[], wanted: readonly WireStrike[]): WireStrike[] {
  const ids = new Set(served.map(({ id }) => id))
  return wanted.filter(({ id }) => !ids.has(id))
}
