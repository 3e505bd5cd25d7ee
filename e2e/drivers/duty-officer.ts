import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** At an aerodrome, between two phone calls: one airport, its report, its last hours. */
export function createDutyOfficer(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const panelOf = (icao: string) => desk.panelOf(`Airport ${icao}`)
  const clockOf = (icao: string) => panelOf(icao).getByRole('region', { name: 'Lightning hold timer' })
  const levelsOf = (icao: string) => clockOf(icao).getByRole('list', { name: 'Lightning levels' }).getByRole('listitem')
  const watched = page.getByRole('navigation', { name: 'Watched airports' })
  const alerts = page.getByRole('region', { name: 'New alerts' })
  const alsoHere = page.getByRole('navigation', { name: 'Also here' })
  const board = page.getByRole('region', { name: 'Airport board' })

  return {
    desk,

    given: {
      opensTheMap: (address = '/') => desk.open(address),
      /** Layers and most tools open on demand. */
      async opensThePhone(address: string) {
        await page.goto(new URL(address, origin).href)
        await expect(desk.map).toBeVisible()
        await expect(page.getByRole('button', { name: 'Show layers' })).toBeVisible()
      },
    },

    when: {
      /** `/`, the code, Enter. */
      types: (code: string) => desk.find(code),
      closesThePanel: () => desk.closePanel(),
      clicksTheAirportInTheMiddle: () => desk.clickTheMarkInTheMiddle(),
      /** Offset from the centre in pixels. */
      async clicksBesideTheMiddle({ x, y }: { x: number; y: number }) {
        const middle = await desk.pointAtTheMiddle('a mark')
        await page.mouse.click(middle.x + x, middle.y + y)
      },
      /** By the buttons, about the middle. */
      async zoomsTo(zoom: number) {
        const now = () => Number(desk.viewInTheAddress().slice(1).split('/')[0])
        while (now() !== zoom) {
          const before = now()
          await page.getByRole('button', { name: before < zoom ? 'Zoom in' : 'Zoom out' }).click()
          await expect.poll(now).not.toBe(before)
        }
      },
      choosesFromWhatIsAlsoHere: (name: RegExp) => alsoHere.getByRole('button', { name }).click(),
      async tapsTheResultOf(code: string) {
        await desk.search.tap()
        await desk.search.fill(code)
        await page.getByRole('option', { name: new RegExp(code) }).tap()
      },
      watchesIt: () => page.keyboard.press('w'),
      /** A strike's alert, possibly with others, depending on the present weather. */
      async acknowledgesTheAlerts(name: string) {
        const acknowledge = alerts.getByRole('button', { name: 'Acknowledge' })
        await acknowledge.click()
        const panel = page.getByRole('region', { name: 'Alerts', exact: true })
        await panel.getByRole('textbox', { name: 'Your name' }).fill(name)
        await panel.getByRole('button', { name: 'Acknowledge all' }).click()
        await page.keyboard.press('Escape')
        await expect(async () => {
          // Another alert may have arrived; one being acknowledged may disappear at any moment.
          await acknowledge.evaluateAll((buttons) => {
            for (const button of buttons) (button as HTMLElement).click()
          })
          expect(await alerts.getByRole('button').count()).toBe(0)
        }).toPass()
      },
      reloads: () => page.reload(),
      opensTheBoard: () => page.keyboard.press('b'),
      opensTheFirstRow: () => page.keyboard.press('Enter'),
      closesTheBoard: () => page.keyboard.press('b'),
    },

    sees: {
      theAirportsListed: () => expect(desk.row('Airports')).toContainText(/\d+ airports/),
      async theStorm() {
        await expect.poll(desk.strikeCount, { message: 'strikes' }).toBeGreaterThan(1_000)
      },
      theStrike: () => expect(desk.panelOf('Lightning strike')).toBeVisible(),
      /** Long after the finger has left the glass. */
      async thatNothingElseIsOpened(icao: string) {
        await expect(panelOf(icao).getByRole('figure', { name: 'Raw report' })).toContainText(`${icao} `)
        expect(new URL(page.url()).search).toBe(`?airport=${icao}`)
      },
      /** A level that is on counts down its hold time, beside the counts of its rings. */
      async theClockOf(icao: string) {
        await expect(clockOf(icao)).toBeVisible()
        const rings = clockOf(icao).getByRole('list', { name: 'Rings' }).getByRole('listitem')
        await expect(rings).toHaveCount(3)
        await expect(rings.last()).toContainText(/16 km.*\d+ strokes?.*last \d+\ss ago/)
        await expect(levelsOf(icao).last()).toContainText(/16 km.*hold (29|30)\smin/)
      },
      async theCountDownsStopped(icao: string) {
        await expect(levelsOf(icao).last()).toContainText('no data')
        await expect(clockOf(icao)).toContainText('count-down paused, no data')
      },
      /** Without an action, for any selection. */
      async theRingsAtAGlance(icao: string) {
        await expect(watched.getByRole('button', { name: icao })).toContainText(/◎(5|8|16) hold (29|30)\smin/)
      },
      /** The innermost ring, as evaluated by the server. */
      theAlertOf: (icao: string) => expect(alerts).toContainText(new RegExp(`${icao}.*5.km · `)),
      /** A report arriving meanwhile may cause one. */
      noAlertOfStrikes: () => expect(alerts).not.toContainText(/strike at/i),
      async theBoardBegin(icao: string) {
        await expect(board.getByRole('row').nth(1)).toContainText(icao)
        await expect(board.getByRole('status')).toHaveText('292 airports')
      },
      async theMapAt(zoom: number, lat: number, lon: number) {
        await expect
          .poll(() => {
            const [atZoom = 0, atLat = 0, atLon = 0] = desk.viewInTheAddress().slice(1).split('/').map(Number)
            return Math.max(Math.abs(atZoom - zoom), Math.abs(atLat - lat), Math.abs(atLon - lon))
          })
          .toBeLessThan(0.05)
      },
      async thePanelOf(icao: string) {
        await expect(panelOf(icao).getByRole('heading', { level: 2 })).toContainText(icao)
      },
      async theReportRawAndDecoded(icao: string) {
        const latest = panelOf(icao).getByRole('region', { name: 'Latest report' })
        await expect(latest.getByRole('figure', { name: 'Raw report' })).toContainText(`${icao} `)
        await expect(latest).toContainText(/Observed \d{2}:\d{2} UTC · \d{2}:\d{2} Beijing · .+ ago/)
        await expect(latest.getByRole('term').filter({ hasText: /^Wind$/ })).toBeVisible()
        await expect(
          latest
            .getByRole('definition')
            .filter({ hasText: /m\/s|Calm/ })
            .first(),
        ).toBeVisible()
        await expect(latest.getByRole('term').filter({ hasText: /^QNH$/ })).toBeVisible()
        await expect(latest.getByRole('definition').filter({ hasText: /\d{3,4}(\.\d)?hPa/ })).toBeVisible()
      },
      /** By keyboard: the first group takes the focus, arrow keys move it. */
      async whatTheGroupMeans(icao: string, group: RegExp, meaning: RegExp) {
        const raw = panelOf(icao).getByRole('toolbar', { name: 'Raw report, group by group' })
        await raw.getByRole('button').first().focus()
        await page.keyboard.press('ArrowRight')
        await expect(page.getByRole('tooltip')).toHaveText(/^(?:Airport: |Corrected report)/)
        await raw.getByRole('button', { name: group }).hover()
        await expect(page.getByRole('tooltip')).toHaveText(meaning)
      },
      async theHistoryCharted(icao: string) {
        const history = panelOf(icao).getByRole('region', { name: 'Last 24 h' })
        for (const what of ['Wind', 'Visibility', 'Temperature', 'QNH', 'Weather', 'Strikes within 16 km per 10 min']) {
          const chart = history.getByRole('figure', { name: `${what}, last 24 h` })
          await expect(chart.locator('img[src]')).toBeVisible()
        }
        await expect(history.getByText(/^\d+ reports$/)).toBeVisible()
      },
    },
  }
}
