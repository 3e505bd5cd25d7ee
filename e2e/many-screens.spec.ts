import type { Page } from '@playwright/test'
import { createPasserBy } from './drivers/passer-by.ts'
import { createScreen } from './drivers/screen.ts'
import { expect, test } from './fixtures.ts'

const SCREENS = 10
/** So many are in front; the others lie behind other windows, where they draw nothing and hear everything. */
const IN_FRONT = 3
/** A desert where little strikes, so that ten maps drawn in software on one machine have little to draw. */
const PLACE = '/?layers=lightning,airports&window=5#6/39.6/85.3'

test('ten screens watch at once while the upstream sees one application that keeps its limits', async ({
  relayed,
  anotherScreen,
}) => {
  const pages: Page[] = []
  while (pages.length < SCREENS) {
    const page = await anotherScreen({ viewport: { width: 760, height: 300 } })
    const { given, sees } = createScreen(page, relayed.url)
    if (pages.length < SCREENS - IN_FRONT) await given.liesBehindAnotherWindow()
    await given.opensTheMap(PLACE)
    await sees.lightningLive()
    pages.push(page)
  }

  const people = pages.slice(-IN_FRONT).map((page) => createPasserBy(page, relayed.url))
  for (const somebody of people) await somebody.when.clicksTheMiddleOfTheMap()
  for (const somebody of people) await somebody.sees.theObservation()
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
})
