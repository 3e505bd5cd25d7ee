import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** A user of the earthquake example, on a desk that includes it. */
export function createSeismologist(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const row = desk.row('Earthquakes')
  const panel = desk.panelOf('Earthquake')
  const wall = page.getByRole('main', { name: 'Wall display' })

  return {
    given: {
      opensTheMap: desk.open,
      async hangsAWall() {
        await page.goto(new URL('/?kiosk', origin).href)
        await expect(wall).toBeVisible()
      },
    },
    when: {
      async choosesTheStrongest() {
        await row.getByText('Earthquakes in view', { exact: true }).click()
        await row.getByRole('list', { name: 'Earthquakes in view' }).getByRole('button').first().click()
      },
      findsOneBy: desk.find,
      closesThePanel: desk.closePanel,
      clicksTheOneInTheMiddle: desk.clickTheMarkInTheMiddle,
      async turnsThemOff() {
        await desk.toggle('Earthquakes').setChecked(false)
      },
    },
    sees: {
      async howManyThereWere() {
        await expect(row).toContainText(/\d+ in 7 days, newest .+ old, as of \d{2}:\d{2} UTC/)
      },
      async itsPanel() {
        await expect(panel).toContainText(/Magnitude\s*\d/)
        expect(new URL(page.url()).searchParams.get('earthquake')).toMatch(/^q/)
      },
      async noneOn() {
        await expect.poll(desk.layersOn).not.toContain('Earthquakes')
        expect(desk.layersInTheAddress()?.split(',')).not.toContain('earthquakes')
      },
      /** Completely on the screen, next to the others. */
      async aCardOnTheWall() {
        const card = wall.getByRole('region', { name: 'Earthquakes' })
        await expect(card).toContainText(/^Earthquakes\s*\d+/)
        await expect(card).toBeInViewport({ ratio: 1 })
        await expect(wall.getByRole('region', { name: 'Fires' })).toBeInViewport({ ratio: 1 })
      },
    },
  }
}
