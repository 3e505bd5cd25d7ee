import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'
import type { Actions } from './actions.ts'
import { createDutyOfficer } from './duty-officer.ts'

const LOOKS_FOR_MS = 1_000

/** The tasks of a duty officer at one aerodrome, with counted actions. */
export function createDutyOfficerTasks(page: Page, origin: string, { act }: Actions) {
  const { desk, given, sees } = createDutyOfficer(page, origin)
  const watched = page.getByRole('navigation', { name: 'Watched airports' })
  const worst = page.getByRole('region', { name: 'Worst airports now' })
  const clock = page.getByRole('region', { name: 'Lightning hold timer' })
  const arrives = clock.getByText(/^\d+ km ring: storm (≈ \d\d:\d\dZ|there)/)
  const commands = page.getByRole('dialog', { name: 'Commands' })
  let saved: Promise<Download[]> = Promise.resolve([])

  const type = async (letters: string) => {
    for (const letter of letters) await act(letter, () => page.keyboard.press(letter))
  }

  return {
    given: {
      ...given,
      /** A slow connection for the code of the commands; `arrives` completes it. */
      async commandsAreSlow() {
        let arrives = () => {}
        const waiting = new Promise<void>((resolve) => {
          arrives = resolve
        })
        await page.route(/assets\/palette-.*\.js/, async (route) => {
          await waiting
          await route.continue()
        })
        return { arrive: () => arrives() }
      },
    },

    does: {
      clicksTheWatched: (icao: string) =>
        act(`click ${icao}`, () => watched.getByRole('button', { name: icao }).click()),
      clicksTheWorst: (icao: string) => act(`click ${icao}`, () => worst.getByRole('button', { name: icao }).click()),
      typesTheCode: type,
      opensTheCommands: () => act('Ctrl+K', () => page.keyboard.press('Control+k')),
      async keepsTheEvidence() {
        await expect(page.getByRole('button', { name: /as evidence/ })).toBeVisible()
        saved = Promise.all([nextDownload(page, 'png'), nextDownload(page, 'csv')])
        await act('E', () => page.keyboard.press('e'))
      },
    },

    sees: {
      ...sees,
      /** Struck or not, with how much of the hold time is known, strokes per ring, and how old that is. */
      async howItStands(icao: string, state: RegExp) {
        const chip = watched.getByRole('button', { name: icao })
        await expect(chip).toBeInViewport()
        await expect(chip).toContainText(state)
        await expect(chip).toContainText(/[\d?]+\/[\d?]+\/[\d?]+/)
        await expect(chip).toHaveAccessibleName(/Strokes within 5 \/ 8 \/ 16 km in 30 min: [\d?]+ \/ [\d?]+ \/ [\d?]+/)
      },
      /**
       * Without scrolling: the remaining stop of work for each ring, and the arrival of a storm, or that it is unknown.
       */
      async howLongAndWhenItArrives(size: { width: number; height: number }) {
        await page.setViewportSize(size)
        const levels = clock.getByRole('list', { name: 'Lightning levels' })
        await expect(levels).toContainText(/\d+:\d\d/)
        for (const level of await levels.getByRole('listitem').all()) await expect(level).toBeInViewport({ ratio: 1 })
        await expect(arrives).toBeInViewport({ ratio: 1 })
      },
      /** The most severe level that is triggered, with its action or distance, and its earliest end by the clock. */
      notBeforeWhen: () =>
        expect(
          clock.getByText(/^(5|8|16) km ring: not before \d\d:\d\d UTC \(\d\d:\d\d local\), if no further strike$/),
        ).toBeInViewport(),
      /** A look, to be repeated while the world waits. */
      whenItArrives: () => expect(arrives).toBeVisible({ timeout: LOOKS_FOR_MS }),
      dataAtMostSecondsOld: (seconds: number) =>
        expect(watched.getByText(/ old$/)).toHaveText(new RegExp(`^[0-${seconds}]\\ss old$`)),
      async theSearchLeft() {
        await expect(desk.search).toHaveValue('')
        await expect(desk.search).not.toBeFocused()
      },
      /** No letter triggered its shortcut. */
      async noViewSaved() {
        await expect(page.getByText('View saved')).toHaveCount(0)
      },
      async theCommandsFind(icao: string) {
        await expect(commands.getByRole('combobox')).toHaveValue(icao)
        await expect(commands.getByRole('option', { name: icao })).toBeVisible()
      },
      /** The map with its rings, the strokes in them, and words with times and the way back to the moment. */
      async theEvidenceOf(icao: string) {
        const [picture, strokes] = await saved
        expect(picture?.suggestedFilename()).toMatch(new RegExp(`^brontide-${icao}-\\d{8}T\\d{6}Z\\.png$`))
        const csv = await readFile((await strokes?.path()) ?? '', 'utf8')
        expect(csv).toContain(icao)
        const words = await page.evaluate(() => navigator.clipboard.readText())
        expect(words).toMatch(new RegExp(`${icao} .*, 30 min: \\d+ within 5 km / \\d+ within 8 km / \\d+ within 16 km`))
        const moment = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC/.exec(words)
        expect(words).toContain(`t=${moment?.[1]}T${moment?.[2]}Z`)
        expect(words).toContain(`airport=${icao}`)
      },
    },
  }
}

function nextDownload(page: Page, ending: string): Promise<Download> {
  return page.waitForEvent('download', (download) => download.suggestedFilename().endsWith(ending))
}
