import { expect, type Locator, type Page } from '@playwright/test'
import { createWall } from './wall.ts'

/** The automatic behaviour of a wall; unattended, so there are no actions to count. */
export function createWallTasks(page: Page) {
  const { given, sees, when } = createWall(page)
  const wall = page.getByRole('main', { name: 'Wall display' })
  const watched = wall.getByRole('list', { name: 'Watched airports' })

  return {
    given: {
      hangsAt: given.hangsAt,
      async startsAt(url: string) {
        await page.addInitScript(countSignals)
        await page.goto(url)
        await expect(wall).toBeVisible()
      },
    },

    when: { losesItsGraphics: when.losesItsGraphics },

    get: {
      /** Height of a clock's digits, CSS pixels; the window has 800. */
      clockPx: async () => fontPx(wall.getByRole('region', { name: 'Clocks' }).getByRole('time').first()),
      countDown: async () => /\d+:\d\d/.exec((await watched.textContent()) ?? '')?.[0] ?? '',
      /** How often something was raised, how often that sounded, and how many rings opened on the map. */
      signals: () => page.evaluate(readSignals),
    },

    sees: {
      live: sees.live,
      /** Of each layer, whole on the screen. */
      async everyLegend() {
        const legends = wall.getByRole('region').getByRole('figure')
        await expect(legends).not.toHaveCount(0)
        for (const legend of await legends.all()) await expect(legend).toBeInViewport({ ratio: 1 })
      },
      /** Legibility of who must act and until when: the height of letters in a picture of the wall of this width. */
      async whoMustActAndWhen(pictureWidthPx: number, lettersPx: number) {
        const worst = wall.getByRole('region', { name: 'Worst airports now' }).getByRole('listitem').first()
        await expect(worst).toContainText(/[A-Z]{4}\d+ km \d+:\d\d/)
        await expect(worst).toBeInViewport({ ratio: 1 })
        const share = pictureWidthPx / page.viewportSize()!.width
        expect(share * (await fontPx(worst.getByText(/km \d+:\d\d/)))).toBeGreaterThanOrEqual(lettersPx)
      },
      theBusiestStorm: () => expect(wall).toContainText(/Busiest storm: [\d,]+ strokes in 15 min around/),
      theRingsOf: (icao: string) => expect(watched).toContainText(new RegExp(`${icao}.*(5|8|16) km \\d+:\\d\\d`)),
    },
  }
}

interface Signals {
  chimes: number
  pulses: number
}

/** Runs in the page before its scripts: counts sounds and pulses. */
function countSignals(): void {
  const NOTES_OF_A_CHIME = 2
  const signals: Signals = { chimes: 0, pulses: 0 }
  Object.assign(globalThis, { signals })
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (this: OscillatorNode, ...args) {
    signals.chimes += 1 / NOTES_OF_A_CHIME
    start.apply(this, args)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.querySelector('span[data-tone="bad"]:empty')) signals.pulses++
      }
    }
  }).observe(document, { childList: true, subtree: true })
}

function readSignals() {
  const { chimes, pulses } = (globalThis as unknown as { signals: Signals }).signals
  const kept = JSON.parse(localStorage.getItem('brontide.alerts') ?? '{}') as { state?: { log: { atMs: number }[] } }
  const moments = new Set(kept.state?.log.map(({ atMs }) => atMs))
  return { raised: moments.size, chimes, pulses }
}

async function fontPx(element: Locator): Promise<number> {
  return element.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize))
}
