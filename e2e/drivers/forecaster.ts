import { expect, type Page } from '@playwright/test'
import type { WireStrike } from '../stack.ts'
import { ownStrikes } from './contract-client.ts'
import { createDesk } from './desk.ts'
import { loneStrike } from './lone-strike.ts'

/** A forecaster who watches the map all shift: strikes, motion, expiry. */
export function createForecaster(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const card = desk.panelOf('Lightning strike')
  const row = desk.row('Lightning')
  const slider = desk.timeline.getByRole('slider', { name: 'Shown time' })
  const sentence = page.getByRole('region', { name: 'Storms at a glance' })
  const firstStorm = desk.row('Storms').getByRole('listitem').getByRole('button').first()

  return {
    desk,

    given: {
      opensTheMap: (address = '/') => desk.open(address),
      /** The line is up and there is something to see. */
      async seesLightning() {
        await expect(row).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
      },
    },

    when: {
      narrowsTo: (...layers: string[]) => desk.narrowTo(layers),
      turnsOff: (layer: string) => desk.toggle(layer).setChecked(false),
      turnsOn: (layer: string) => desk.toggle(layer).setChecked(true),
      async choosesAWindowOf(minutes: number) {
        // The radio input is hidden; its label is clicked.
        await row.getByText(String(minutes), { exact: true }).first().click()
        await expect(row.getByRole('radio', { name: String(minutes), exact: true })).toBeChecked()
      },
      async looksAt({ lat, lon }: Pick<WireStrike, 'lat' | 'lon'>) {
        await desk.find(`${lat}, ${lon}`)
        await expect(page).toHaveURL(/#7\.00\//)
        await desk.closePanel()
      },
      choosesInTheSentence: (part: RegExp) => sentence.getByRole('button', { name: part }).click(),
      closesTheCard: () => desk.closePanel(),
      clicksTheStrike: () => desk.clickTheMarkInTheMiddle(),
      tapsTheStrike: () => desk.tapTheMarkInTheMiddle(),
      /** By keyboard: opens the list of features in view and selects the first. */
      async choosesFromTheList() {
        await row.getByText('Strikes in view').focus()
        await page.keyboard.press('Enter')
        await expect(row.getByRole('list', { name: 'Strikes in view' }).getByRole('button').first()).toBeVisible()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
      },
      /** Takes hold of the present on the timeline and drags it back. */
      async dragsTheTimelineBack(hours: number) {
        await desk.timeline.getByRole('combobox', { name: 'Timeline span' }).selectOption(`${2 * hours} h`)
        const box = await slider.boundingBox()
        if (!box) throw new Error('There is no timeline to drag.')
        const y = box.y + box.height / 2
        await page.mouse.move(box.x + box.width - 2, y)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width / 2, y, { steps: 5 })
        await page.mouse.up()
      },
      /** Holds the key for stepping back in time for this many steps. */
      async holdsTheKeyBack(steps: number) {
        for (let step = 0; step < steps; step++) await page.keyboard.press('[')
      },
      /** As after a driver reset; waits for the replacement map. */
      async losesTheGraphics() {
        await desk.map.evaluate((canvas) => {
          Object.assign(canvas, { isLost: true })
          const gl = (canvas as HTMLCanvasElement).getContext('webgl2')
          gl?.getExtension('WEBGL_lose_context')?.loseContext()
        })
        await expect.poll(() => desk.map.evaluate((canvas) => 'isLost' in canvas).catch(() => true)).toBe(false)
      },
      returnsToLive: () => desk.timeline.getByRole('button', { name: 'LIVE', exact: true }).click(),
    },

    get: {
      /** A recent strike without close neighbours, so that a click selects it. */
      async aLoneStrike(): Promise<WireStrike> {
        const strikes = await ownStrikes(page, 5)
        return loneStrike(
          strikes.toSorted((a, b) => b.timeMs - a.timeMs),
          strikes,
        )
      },
      link: () => page.url(),
      whatIsOnScreen: async () => ({
        heading: await desk.panel.getByRole('heading').first().textContent(),
        layers: await desk.layersOn(),
        moment: (await slider.getAttribute('aria-valuetext'))?.split(',')[0],
        view: desk.viewInTheAddress(),
      }),
      /** The shown moment, as read by a screen reader. */
      shownMoment: async () => (await slider.getAttribute('aria-valuetext'))?.split(',')[0] ?? '',
      /** Unix ms, from the slider. */
      shownAtMs: async () => Number(await slider.getAttribute('aria-valuenow')),
      presentMs: async () => Number(await slider.getAttribute('aria-valuemax')),
      momentInTheAddress: () => new URL(page.url()).searchParams.get('t'),
      /** The first listed storm: strokes a minute, direction and speed. */
      async firstStorm() {
        const words = (await firstStorm.textContent()) ?? ''
        const [, rate, heading, speed] = /([\d,.]+) strokes\/min.*\((\d{3})°\) at (\d+) km\/h/.exec(words) ?? []
        return { strokesPerMin: Number(rate?.replace(',', '')), headingDeg: Number(heading), speedKmh: Number(speed) }
      },
      strikeCount: async () => (await desk.strikeCount()) ?? 0,
    },

    sees: {
      /** The map shows a place within that many degrees of its centre, at a zoom of at least `zoom`. */
      async theMapAt({ lat, lon, withinDeg, zoom }: { lat: number; lon: number; withinDeg: number; zoom: number }) {
        await expect
          .poll(() => {
            const [at = 0, north = 0, east = 0] = new URL(page.url()).hash.slice(1).split('/').map(Number)
            return at >= zoom && Math.hypot(north - lat, east - lon) <= withinDeg
          })
          .toBe(true)
      },
      /** The card of a storm, and the map there. */
      async theMapAtTheChosenStorm() {
        await expect(desk.panelOf('Storm')).toBeVisible()
        const [, lat, lon] = (new URL(page.url()).searchParams.get('storm') ?? '').split(',').map(Number)
        await this.theMapAt({ lat: lat!, lon: lon!, withinDeg: 2, zoom: 7.9 })
      },
      thatTheDataIsSimulated: () => expect(page.getByRole('banner')).toContainText(/simulated data/i),
      async strikesDrawn() {
        await expect.poll(desk.strikePixels, { message: 'pixels of strikes on the map' }).toBeGreaterThan(100)
      },
      async noStrikeDrawn() {
        await expect.poll(desk.strikePixels, { message: 'pixels of strikes on the map' }).toBe(0)
      },
      async strikesArrive() {
        const before = await desk.strikeCount()
        await expect.poll(desk.strikeCount).toBeGreaterThan(before ?? 0)
      },
      /** Strikes have expired from the window. */
      async fewerStrikesThan(count: number) {
        await expect.poll(desk.strikeCount).toBeLessThan(count)
      },
      async theCardOfAStrike() {
        await expect(card).toBeVisible()
        await expect(card).toContainText('UTC')
      },
      /** Nothing covers the strike of the card: neither the card itself nor the layers nor the timeline. */
      async theStrikeClearOfThePanels() {
        await expect
          .poll(async () => {
            const [, lat, lon] = (new URL(page.url()).searchParams.get('strike') ?? '').split(',').map(Number)
            const at = await desk.pixelOf({ lat: lat!, lon: lon! })
            const boxes = await Promise.all([card, desk.layers, desk.timeline].map((part) => part.boundingBox()))
            return boxes.every(
              (box) => box && (at.x < box.x || at.x > box.x + box.width || at.y < box.y || at.y > box.y + box.height),
            )
          })
          .toBe(true)
      },
      async theStrikeGrowOlder() {
        const age = card.getByRole('region', { name: 'Time' }).getByText(/ ago$/)
        const before = (await age.textContent()) ?? ''
        await expect(age).not.toHaveText(before) // past its first minute it ticks by the minute
      },
      async thePast() {
        await expect(desk.timeline).toContainText('NOT LIVE')
        await expect(row).toContainText(/[\d,]+ strokes? in the \d+ min to \d{2}:\d{2}:\d{2} UTC/)
        await expect(desk.timeline).toContainText(/\d{2}:\d{2}:\d{2} UTC.* ago/)
        await expect(desk.connection).not.toContainText('Live')
      },
      /** Beneath the past that is shown. */
      async thatLiveGoesOn() {
        await expect(desk.connection).toContainText('Receiving')
        await expect(desk.timeline).toContainText(/\+[1-9][\d,]* new/)
      },
      async thatNothingIsKeptOf(moment: string) {
        await expect(desk.timeline.getByRole('status').first()).toContainText(
          new RegExp(`The link is for ${moment}; data is kept from .* only.*The map shows the present`),
        )
      },
      async thePresent() {
        await expect(desk.timeline).not.toContainText('NOT LIVE')
        await expect(slider).toHaveAttribute('aria-valuetext', 'Live')
        await expect(desk.connection).toContainText('Live')
        expect(new URL(page.url()).searchParams.get('t')).toBeNull()
      },
      /** All of its strikes are here. */
      async theStormsOf(ms: number) {
        await expect(desk.timeline).not.toContainText('Loading')
        await expect(desk.row('Storms')).toContainText(`As of ${new Date(ms).toISOString().slice(11, 19)} UTC`)
        // Storms are computed a moment after the last of their strikes; until then the row states the time of its data.
        await expect(desk.row('Storms')).not.toContainText('Storms based on')
        await expect(firstStorm).toContainText(/strokes\/min.*°\) at \d+ km\/h/)
      },
      async onlyLightningOn() {
        expect(await desk.layersOn()).toEqual(['Lightning'])
        expect(desk.layersInTheAddress()).toBe('lightning')
      },
    },
  }
}
