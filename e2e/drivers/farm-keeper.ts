import { expect, type Page } from '@playwright/test'
import type { LatLon } from '../../src/core/geo/geo.ts'
import { findBreaches, findBreachesInBothThemes } from '../breaches.ts'
import { createDesk } from './desk.ts'

/** By their names on the page. */
const STAGES: Record<string, string> = {
  Approach: 'approach',
  'Outer ring': 'alert',
  'Inner ring': 'alarm',
  'No strike detected': 'quiet',
}

/**
 * The safety officer of a wind farm: adds it as a guarded place, and reads its alarms and their acknowledgements later.
 */
export function createFarmKeeper(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const places = page.getByRole('region', { name: 'Monitored places' })
  const panel = page.getByRole('complementary').getByRole('region', { name: /^Place / })
  const alarms = panel.getByRole('list', { name: 'Log of the shift' }).getByRole('listitem')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  async function breachesIn(label: string) {
    await expect(page.getByRole('region', { name: label, exact: true })).toBeVisible()
    return findBreachesInBothThemes(page, [`section[aria-label="${label}"]`])
  }
  async function looksAt(view: string, title: string) {
    await press(view)
    expect.soft(await breachesIn(title), view).toEqual([])
  }

  return {
    given: {
      async signsIn(name: string, password: string) {
        const answer = await page.request.post(`${origin}/api/session`, {
          headers: { origin },
          data: { name, password },
        })
        expect(answer.ok()).toBe(true)
      },
      opensTheMapAt: ({ lat, lon }: LatLon) =>
        desk.open(`/?theme=dark&layers=lightning#10.00/${lat.toFixed(3)}/${lon.toFixed(3)}`),
      async looksAtThePlace(id: string) {
        await desk.open(`/?theme=dark&layers=lightning,places&place=${id}`)
        await expect(panel).toBeVisible()
      },
    },

    when: {
      /** An area by its corners, which are clicked on the map. */
      async draws(name: string, { rings, holdMin, corners }: { rings: string; holdMin: number; corners: LatLon[] }) {
        await page.keyboard.press('j')
        await press('Places')
        await places.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
        await places.getByRole('textbox', { name: 'Rings in km' }).fill(rings)
        await places.getByRole('textbox', { name: 'Hold time in minutes' }).fill(String(holdMin))
        await places.getByRole('group', { name: 'Shape' }).getByText('Area').click()
        await press('Draw on the map')
        for (const [at, corner] of corners.entries()) {
          const { x, y } = await desk.pixelOf(corner)
          await page.mouse.click(x, y)
          await expect(page.getByRole('region', { name: 'Drawing' })).toContainText(`${at + 1} so far`)
        }
        await press('Done')
        await press('Start monitoring')
        await expect(places).toContainText('Now monitoring 1 place')
        expect.soft(await breachesIn('Monitored places'), 'the places').toEqual([])
      },
      async acknowledges(stage: string, note: string) {
        const row = alarms.filter({ hasText: stage }).first()
        await row.getByRole('button', { name: 'Acknowledge' }).click()
        await row.getByRole('textbox', { name: 'Note' }).fill(note)
        await row.getByRole('button', { name: 'Confirm' }).click()
        await expect(row).toContainText(note)
      },
      /** The report of the last day of the selected place, in a new window; the rows of its tables. */
      async opensTheReport(): Promise<string[][]> {
        await page.keyboard.press('j')
        await looksAt('Reports', 'Reports')
        const opened = page.waitForEvent('popup')
        await press('Open the report to print')
        const report = await opened
        await expect(report.getByRole('heading', { level: 1 })).toBeVisible()
        expect.soft(await findBreaches(report), 'the report').toEqual([])
        const rows = await report
          .getByRole('row')
          .evaluateAll((all) => all.map(({ children }) => [...children].map(({ textContent }) => textContent)))
        await report.close()
        return rows
      },
    },

    get: {
      /** The stages that were raised. */
      async stages(): Promise<string[]> {
        await expect(alarms.first()).toBeVisible()
        const heads = await alarms.evaluateAll((rows) => rows.map((row) => row.querySelector('p')?.textContent ?? ''))
        return heads.map((head) => STAGES[head.replace(/^.* UTC/, '').trim()] ?? head)
      },
    },

    sees: {
      /** None of these panels violates an accessibility rule. */
      async theShift() {
        await page.keyboard.press('j')
        expect.soft(await breachesIn('Log of the shift'), 'the log').toEqual([])
        await looksAt('Snoozed', 'Snoozed places')
        await page.keyboard.press('j')
      },
      async thatAChannelIsBroken(id: string) {
        await expect(page.getByRole('list', { name: 'Trouble of the watch' })).toContainText(`Channel ${id} to`)
      },
    },
  }
}
