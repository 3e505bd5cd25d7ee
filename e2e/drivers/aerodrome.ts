import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** Texts of an airport's levels on a screen. */
export interface LevelsShown {
  /** The most severe level that counts down. */
  headline: string
  /** End of its count-down, in seconds of the day. */
  endOfDay: number
}

/** At an aerodrome in a storm: stopped work, its earliest end, and sent messages. */
export function createAerodrome(page: Page, origin: string, icao: string) {
  const desk = createDesk(page, origin)
  const panel = desk.panelOf(`Airport ${icao}`)
  const clock = panel.getByRole('region', { name: 'Lightning hold timer' })
  const levels = clock.getByRole('list', { name: 'Lightning levels' }).getByRole('listitem')
  const chip = page.getByRole('navigation', { name: 'Watched airports' }).getByRole('button', { name: icao })
  const wall = page.getByRole('main', { name: 'Wall display' })
  const onTheWall = wall.getByRole('list', { name: 'Watched airports' }).getByRole('listitem').filter({ hasText: icao })
  const log = page.getByRole('region', { name: 'Log of the shift' })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  return {
    given: {
      /** Its notifications are noted in place of being shown. */
      async notesNotifications() {
        await page.addInitScript(noteNotifications)
      },
      async looksAtTheAirport() {
        await desk.open(`/?watch=${icao}&airport=${icao}&layers=lightning&theme=dark`)
        await expect(levels.first()).toBeVisible()
      },
      async hangsTheWall() {
        await page.goto(`${origin}/?kiosk&watch=${icao}&layers=lightning`)
        await expect(onTheWall).toContainText(/\d+:\d\d/)
      },
    },

    when: {
      resizes: (width: number, height: number) => page.setViewportSize({ width, height }),
      async stopsWork(work: string, by: string) {
        await press('Record a stop here')
        await panel.getByRole('textbox', { name: 'Which work' }).fill(work)
        await panel.getByRole('textbox', { name: 'Your name' }).fill(by)
        await press('Record a work stop')
      },
      async opensTheLog() {
        await page.keyboard.press('j')
        await expect(log).toBeVisible()
      },
      /** Recipients, times and receipts, one line per message. */
      async savesWhoWasTold(): Promise<string[]> {
        const saved = page.waitForEvent('download')
        await press('Deliveries as CSV')
        return (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
      },
      /** The report of the last day, in a new window: the rows of its tables. */
      async opensTheReport(): Promise<string[]> {
        await press('Reports')
        const opened = page.waitForEvent('popup')
        await press('Open the report to print')
        const report = await opened
        await expect(report.getByRole('heading', { level: 1 })).toBeVisible()
        const rows = await report.getByRole('row').allInnerTexts()
        await report.close()
        return rows
      },
    },

    get: {
      /** All of one moment. */
      async levels(): Promise<LevelsShown> {
        const { headline, end } = await clock.evaluate(readLevels)
        return { headline, endOfDay: secondsOf(end.slice(11, 19)) }
      },
      notifications: () => page.evaluate(() => globalThis.notified),
      /** The newest row of the log with this text. */
      async timeOfRow(text: RegExp): Promise<string> {
        const row = log.getByRole('listitem').filter({ hasText: text }).first()
        return /\d\d:\d\d:\d\d/.exec((await row.textContent()) ?? '')?.[0] ?? ''
      },
    },

    sees: {
      ofCard: (text: RegExp) => expect(levels.first()).toContainText(text),
      /** A level by name, with its text. */
      theLevel: (name: string, text: RegExp) =>
        expect(levels.filter({ hasText: new RegExp(`^${name}`) })).toContainText(text),
      theChip: (text: RegExp) => expect(chip).toContainText(text),
      theRuleInTheChip: (rule: RegExp) => expect(chip.getByTitle(rule)).toBeVisible(),
      theWall: (text: RegExp) => expect(onTheWall).toContainText(text),
    },
  }
}

/** Runs in the page, reading one moment. */
function readLevels(section: Element) {
  for (const level of section.querySelectorAll('[aria-label="Lightning levels"] > li')) {
    const end = level.querySelector('time')?.dateTime
    if (end) return { headline: level.querySelector('strong')?.textContent ?? '', end }
  }
  return { headline: '', end: '' }
}

function secondsOf(text: string): number {
  return text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
}

declare global {
  var notified: { title: string; body: string; silent: boolean }[]
}

/** Runs in the page before its scripts. */
function noteNotifications() {
  globalThis.notified = []
  class Noted {
    static permission = 'granted'
    constructor(title: string, { body, silent }: { body: string; silent: boolean }) {
      globalThis.notified.push({ title, body, silent })
    }
  }
  Object.assign(globalThis, { Notification: Noted })
  // A phone in a pocket has a hidden page.
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  if (location.protocol.startsWith('http')) {
    localStorage.setItem('brontide.alerts', JSON.stringify({ state: { system: true }, version: 2 }))
  }
}
