import { expect, type Page } from '@playwright/test'
import type { WireStrike } from '../stack.ts'
import { createDesk } from './desk.ts'

/** A shift leader, who needs to know whether the shown data are live, and their time if not. */
export function createShiftLead(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const row = desk.row('Lightning')

  return {
    desk,

    given: {
      async watchesALiveMap(address: string) {
        await desk.open(address)
        await expect(desk.connection).toHaveText(/Live/)
        await expect(row).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
      },
      /** A mark on the page that does not outlive a reload. */
      marksThePage: () => page.evaluate(() => void Object.assign(globalThis, { isTheSamePage: true })),
    },

    when: {
      async looksForTheStrikeAt({ lat, lon }: WireStrike) {
        await desk.find(`${lat}, ${lon}`)
        await expect(page).toHaveURL(/#7\.00\//)
        await desk.closePanel()
        await desk.clickTheMarkInTheMiddle()
      },
    },

    sees: {
      async thatTheSourceIsSilent() {
        await expect(desk.outage).toContainText('The source is silent')
        await expect(desk.outage).toContainText(/No data since \d{2}:\d{2}:\d{2} UTC/)
        await expect(desk.connection).toHaveText(/Source silent/)
        await expect(row).toContainText(/Source silent since \d{2}:\d{2}:\d{2} UTC/)
      },
      async whatWasKeptWithItsAge() {
        const kept = row.getByText(/^Last data received, newest .+ old$/)
        const before = (await kept.textContent()) ?? ''
        await expect(kept).not.toHaveText(before)
        await expect.poll(desk.strikePixels, { message: 'pixels of strikes on the map' }).toBeGreaterThan(100)
      },
      async theMapLiveAgain() {
        await expect(desk.outage).toBeHidden()
        await expect(desk.connection).toHaveText(/Live/)
        await expect(row).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
      },
      async theSamePage() {
        expect(await page.evaluate(() => 'isTheSamePage' in globalThis)).toBe(true)
      },
      async theStrike({ lat, lon }: WireStrike) {
        const card = desk.panelOf('Lightning strike')
        await expect(card).toContainText(`${Math.abs(lat).toFixed(5)}°${lat < 0 ? 'S' : 'N'}`)
        await expect(card).toContainText(`${Math.abs(lon).toFixed(5)}°${lon < 0 ? 'W' : 'E'}`)
        await expect(card.getByRole('region', { name: 'Time' })).toBeVisible()
      },
      /** The row's count lies between `atLeast` and `atMost`, which are recomputed at each check. */
      async theRowCount(bounds: () => Promise<{ atLeast: number; atMost: number }>) {
        await expect(async () => {
          const { atLeast, atMost } = await bounds()
          const count = await desk.strikeCount()
          expect(count).toBeGreaterThanOrEqual(atLeast)
          expect(count).toBeLessThanOrEqual(atMost)
        }).toPass()
      },
    },
  }
}
