import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** An unattended screen with the map. */
export function createScreen(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  return {
    given: {
      opensTheMap: (address: string) => desk.open(address),
    },
    sees: {
      async lightningLive() {
        await expect(desk.connection).toHaveText(/Live/)
        await expect(desk.row('Lightning')).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
      },
    },
  }
}
