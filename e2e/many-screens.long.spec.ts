import { openAnotherScreen } from './drivers/another-screen.ts'
import { createPasserBy } from './drivers/passer-by.ts'
import { createScreen } from './drivers/screen.ts'
import { expect, test } from './fixtures.ts'

/** Pages that draw, as many as a journey may have. */
const DRAWN = 2
const SCREENS = 10
/** A desert where little strikes, so that maps drawn in software have little to draw. */
const PLACE = { lat: 39.6, lon: 85.3 }
const ADDRESS = `/?layers=lightning,airports&window=5#6/${PLACE.lat}/${PLACE.lon}`

test('ten screens connect while the upstream sees one application within its limits', async ({
  relayed,
  anotherScreen,
}) => {
  const others = await Promise.all(Array.from({ length: SCREENS - DRAWN }, () => openAnotherScreen(relayed.url)))
  try {
    const pages = [await anotherScreen(), await anotherScreen()]
    for (const page of pages) {
      const { given, sees } = createScreen(page, relayed.url)
      await given.opensTheMap(ADDRESS)
      await sees.lightningLive()
    }
    const people = pages.map((page) => createPasserBy(page, relayed.url))
    for (const somebody of people) await somebody.when.clicksTheMiddleOfTheMap()
    const looks = await Promise.all(others.map((other) => other.looksAt(PLACE)))
    for (const somebody of people) await somebody.sees.theObservation()
    expect(new Set(looks.map(({ meta }) => meta.publish_time)).size).toBe(1)
    for (const other of others) await other.hearsLightning()
    for (const page of pages) await createScreen(page, relayed.url).sees.lightningLive()

    const { viewers } = (await (await fetch(`${relayed.url}/api/status`)).json()) as { viewers: { lightning: number } }
    expect(viewers.lightning).toBe(SCREENS)

    const { requests, sockets, calls } = await relayed.upstream.ledger()
    expect(sockets.peak).toBeLessThanOrEqual(2)
    expect(sockets.refused).toBe(0)
    expect(requests.peakPerSecond).toBeLessThanOrEqual(2)
    expect(requests.rateLimited).toBe(0)
    expect(Object.entries(calls).filter(([, times]) => times > 1)).toEqual([])
    expect(Object.keys(calls).length).toBeGreaterThan(0)
  } finally {
    await Promise.all(others.map((other) => other.closes()))
  }
})
