import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** Anybody who wants to know the weather at some spot. */
export function createPasserBy(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const panel = desk.panelOf('Weather at a point')

  return {
    desk,

    given: {
      opensTheMap: (address: string) => desk.open(address),
    },

    when: {
      clicksTheMiddleOfTheMap: () => desk.clickTheMiddleOfTheMap(),
      closesThePanel: () => desk.closePanel(),
    },

    sees: {
      async theObservation() {
        const observed = panel.getByRole('region', { name: 'Nearest observation' })
        await expect(observed.getByRole('term').filter({ hasText: 'Temperature' })).toBeVisible()
        await expect(observed.getByRole('definition').filter({ hasText: /^[−\d.]+°C/ })).toBeVisible()
        await expect(observed).toContainText(/Station [\d.]+ km [NESW]+ of here/)
        await expect(observed).toContainText(/Published \d{2}:\d{2} UTC/)
      },
      async thatTheServiceDidNotAnswer() {
        await expect(panel.getByText(/^The service (did not answer|took too long)$/).first()).toBeVisible({
          timeout: 60_000,
        })
      },
      async theForecast() {
        for (const [part, unit] of [
          ['Next 72 hours', '°C'],
          ['Next 16 days', '°C'],
        ]) {
          const forecast = panel.getByRole('region', { name: part })
          const chart = forecast.getByRole('figure').filter({ hasText: unit }).first()
          await expect(chart.locator('canvas')).toBeVisible()
        }
      },
    },
  }
}
