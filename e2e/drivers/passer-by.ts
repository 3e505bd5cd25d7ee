import { expect, type Locator, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** A visitor who looks up the weather at a position. */
export function createPasserBy(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const panel = desk.panelOf('Weather at a point')

  const meteogram = panel.getByRole('figure', { name: 'Meteogram, Next 72 hours' })

  return {
    desk,

    given: {
      opensTheMap: (address: string) => desk.open(address),
    },

    when: {
      clicksTheMiddleOfTheMap: () => desk.clickTheMiddleOfTheMap(),
      closesThePanel: () => desk.closePanel(),
      looksFor: (coordinates: string) => desk.find(coordinates),
      // The radio input is hidden; its label is clicked.
      wantsATable: () => panel.getByRole('group', { name: 'Shown as' }).getByText('Table').click(),
      wantsTheDays: () => panel.getByText('Day by day', { exact: true }).click(),
      async movesTheCursorByKeyboard() {
        await meteogram.getByRole('slider').focus()
        await page.keyboard.press('ArrowRight')
      },
      async opensStation(number: string) {
        await panel.getByLabel('Station number').fill(number)
        await page.keyboard.press('Enter')
      },
    },

    sees: {
      async theObservation() {
        const observed = panel.getByRole('region', { name: 'Nearest observation' })
        await expect(temperatureIn(observed)).toHaveText(/^[−\d.]+°C/)
        await expect(observed).toContainText(/Station (.+, )?[\d.]+\skm [NESW]+ from here/)
        await expect(observed).toContainText(/Published \d{2}:\d{2} UTC/)
      },
      thatTheLookCost: (points: number) => expect(panel).toContainText(`Cost: ${points} points.`),
      thatTheLookCostNothing: () => expect(panel).toContainText('No cost'),
      async theHoursAsATable() {
        const table = panel.getByRole('region', { name: 'Table, Next 72 hours' })
        await expect(table.getByRole('row')).toHaveCount(73)
        await expect(table.getByRole('columnheader', { name: /^Temperature/ })).toBeVisible()
      },
      thePlace: (position: string) => expect(panel).toContainText(position),
      async theStation(number: string) {
        const station = desk.panelOf('Weather station')
        await expect(station).toContainText(number)
        await expect(temperatureIn(station)).toHaveText(/^[−\d.]+°C/)
        await expect(page).toHaveURL(new RegExp(`station=${number}`))
      },
      async thatTheServiceDidNotAnswer() {
        await expect(panel.getByText(/^The service (did not answer|took too long)$/).first()).toBeVisible()
      },
      async theForecast() {
        await expect(meteogram.locator('img[src]')).toBeVisible()
        for (const what of ['Temperature (°C)', 'Precipitation (mm)', 'Wind (m/s)', 'Cloud (%)', 'Pressure (hPa)']) {
          await expect(meteogram).toContainText(what)
        }
      },
      theHourUnderTheCursor: () => expect(meteogram.getByText(/^Temperature: [−\-\d.]+ °C$/)).toBeVisible(),
      async theDays() {
        const days = panel.getByRole('region', { name: 'Next 16 days' })
        await expect(days.getByRole('figure').filter({ hasText: '°C' }).first().locator('img[src]')).toBeVisible()
      },
    },
  }
}

const temperatureIn = (part: Locator) =>
  part
    .getByRole('term')
    .filter({ hasText: /^Temperature$/ })
    .locator('xpath=following-sibling::dd')
