import { expect, type Page } from '@playwright/test'
import type { Actions } from './actions.ts'
import { ownFire } from './contract-client.ts'
import { createForecaster } from './forecaster.ts'
import { createPasserBy } from './passer-by.ts'

/** The tasks of a forecaster with a region and many airports, with counted actions. */
export function createForecasterTasks(page: Page, origin: string, { act }: Actions) {
  const { desk, given, get, sees } = createForecaster(page, origin)
  const passerBy = createPasserBy(page, origin)
  const worst = page.getByRole('region', { name: 'Worst airports now' })

  return {
    given: {
      ...given,
      /** A fire is at the centre of the map. */
      async looksAtAFire() {
        await desk.open('/?layers=fires#4/25/105')
        const { lat, lon } = await ownFire(page)
        await page.goto(new URL(`/?layers=fires&theme=light#9/${lat}/${lon}`, origin).href)
        await expect(desk.row('Fires')).toContainText(/hotspots? in 24 h/)
      },
    },

    does: {
      clicksTheMiddleOfTheMap: () => act('click', () => desk.clickTheMiddleOfTheMap()),
      pointsAtTheFire: () => act('point', () => desk.pointAtTheMarkInTheMiddle()),
      copiesTheLink: () => act('C', () => page.keyboard.press('c')),
    },

    get: {
      ...get,
      copiedLink: () => page.evaluate(() => navigator.clipboard.readText()),
    },

    sees: {
      ...sees,
      theObservation: passerBy.sees.theObservation,
      theForecast: passerBy.sees.theForecast,
      /** The densest storm and its rate above the others, and changes of rates. */
      async stormsByTheirRate() {
        const storms = desk.row('Storms').getByRole('list', { name: 'Storms, the busiest in view first' })
        await expect(storms.getByRole('listitem').first()).toBeInViewport()
        await expect(async () => {
          const words = await storms.getByRole('listitem').allTextContents()
          const rates = words.map((each) => Number(/([\d,.]+) strokes\/min/.exec(each)?.[1]?.replace(',', '')))
          expect(rates.length).toBeGreaterThan(0)
          expect(rates[0]).toBe(Math.max(...rates))
        }).toPass()
        await expect(storms).toContainText(/((\+\d+%|×[\d.]+) in 5 min|new)/)
      },
      /** Lightning before low visibility, and how many more there are. */
      async theWorstAirports() {
        const listed = worst.getByRole('listitem')
        await expect(listed.first()).toBeInViewport()
        await expect(listed.first()).toContainText(/◎(5|8|16) hold \d+\s(min|s)/)
        await expect(worst).toContainText(/\d+ (of \d+|in all)/)
        await expect(worst.getByRole('button', { name: 'All 292 (B)' })).toBeInViewport()
      },
      /** Age by the colour of the legend, time by the pointer. */
      async whenTheFireWasSeen() {
        const legend = page.getByRole('region', { name: 'Legend' }).getByRole('list', { name: 'Hours since detection' })
        await expect(legend).toContainText('12–24 h')
        await expect(page.getByText(/^\d{2}:\d{2} UTC\d{2}:\d{2} Beijing.+ ago$/)).toBeVisible()
      },
    },
  }
}
