import { expect, type Locator, type Page } from '@playwright/test'
import airports from '../../data/airports-cn.json' with { type: 'json' }
import { freeInset } from '../../src/page/wall/camera/free-inset.ts'
import { fittedView, pixelOf } from '../../src/page/wall/camera/wall-view.ts'
import { createWall } from './wall.ts'

const CHINA = { west: 73, south: 17, east: 136, north: 54 }
/** Width by height of China on the map. */
const CHINA_ASPECT = 1.34
/** Type size at which a wall draws its map as at a desk, CSS pixels. */
const MAP_TYPE_PX = 19

/** The automatic behaviour of a wall; unattended, so there are no actions to count. */
export function createWallTasks(page: Page) {
  const { given, sees, when } = createWall(page)
  const wall = page.getByRole('main', { name: 'Wall display' })
  const watched = wall.getByRole('list', { name: 'Watched airports' })

  /** The texts of the wall in sight, without the credits. */
  const texts = () => wall.evaluate(readTexts)

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
      /** What the wall counts of lightning, which goes on. */
      counts: async () => (await wall.getByRole('region', { name: 'Lightning' }).textContent()) ?? '',
      /** The smallest type of all but the credits, CSS pixels. */
      smallestTypePx: async () => Math.min(...(await texts()).map(({ px }) => px)),
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
      /** A short town beside a long state, put into the first row. */
      async aTownUnbroken() {
        const worst = wall.getByRole('region', { name: 'Worst airports now' }).getByRole('listitem').first()
        expect(await worst.evaluate(linesOfATown)).toBe(1)
      },
      /** Legibility of who must act and until when: the height of letters in a picture of the wall of this width. */
      async whoMustActAndWhen(pictureWidthPx: number, lettersPx: number) {
        const worst = wall.getByRole('region', { name: 'Worst airports now' }).getByRole('listitem').first()
        await expect(worst).toContainText(/\d+ km ring [A-Z]{4} .*\d\d:\d\d/)
        await expect(worst).toBeInViewport({ ratio: 1 })
        const share = pictureWidthPx / page.viewportSize()!.width
        expect(share * (await fontPx(worst.getByText(/^\d\d:\d\d$/)))).toBeGreaterThanOrEqual(lettersPx)
      },
      /** Every text within its card and the window, and no name shortened. */
      async noTextCut() {
        expect((await texts()).filter(({ isCut }) => isCut).map(({ text }) => text)).toEqual([])
      },
      /** For the cards as they are laid out: the camera shows what they name beside them. */
      async nothingNamedUnderACard() {
        const { width, height } = page.viewportSize()!
        const cards = await wall.evaluate((main) =>
          [...main.querySelectorAll('[data-card], [data-cards] > *')].map((card) =>
            card.getBoundingClientRect().toJSON(),
          ),
        )
        const named = [...((await wall.textContent()) ?? '').matchAll(/\bZ[A-Z]{3}\b/g)].map(([icao]) => icao)
        const points = airports
          .filter(({ icao_code }) => named.includes(icao_code))
          .map(({ latitude, longitude }) => ({ lat: latitude, lon: longitude }))
        expect(points.length).toBeGreaterThan(1)
        const map = (await fontPx(wall)) / MAP_TYPE_PX
        const over = cards.map((card) => ({
          left: card.left / map,
          top: card.top / map,
          right: card.right / map,
          bottom: card.bottom / map,
        }))
        const size = { width: width / map, height: height / map }
        const frame = { ...size, inset: freeInset(over, size, CHINA_ASPECT) }
        const view = fittedView({ area: CHINA, points }, frame)
        for (const point of points) {
          const { x, y } = pixelOf(view, point, frame)
          expect(x > 0 && x < frame.width && y > 0 && y < frame.height).toBe(true)
          expect(over.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom)).toBe(
            false,
          )
        }
      },
      theBusiestStorm: () => expect(wall).toContainText(/Busiest storm: [\d,.]+\/min \d+ km/),
      theRingsOf: (icao: string) =>
        expect(watched).toContainText(new RegExp(`(5|8|16) km ring ${icao} .*\\d\\d:\\d\\d`)),
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

/** Runs in the page. */
function readTexts(main: Element) {
  const credits = main.querySelector('footer')
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const isSeen = (element: Element) => boxOf(element).width > 2 && boxOf(element).height > 2
  const clips = (element: Element) => getComputedStyle(element).overflow !== 'visible'
  function isCut(element: Element): boolean {
    const { right, bottom } = boxOf(element)
    if (right > innerWidth + 1 || bottom > innerHeight + 1) return true
    for (let around: Element | null = element; around && around !== main; around = around.parentElement) {
      if (clips(around) && (right > boxOf(around).right + 1 || bottom > boxOf(around).bottom + 1)) return true
      if (clips(around) && around.scrollWidth > around.clientWidth + 1) return true
    }
    return false
  }
  return [...main.querySelectorAll('*')]
    .filter((element) => hasText(element) && isSeen(element) && !credits?.contains(element))
    .map((element) => ({
      text: element.textContent ?? '',
      px: Number.parseFloat(getComputedStyle(element).fontSize),
      isCut: isCut(element),
    }))
}

/** Runs in the page: the number of lines of a town of one word. */
function linesOfATown(row: Element): number {
  const [town, value] = [...row.querySelectorAll('strong ~ span')]
  town!.textContent = 'Wuhu'
  value!.textContent = 'no data since 14:47'
  value!.removeAttribute('data-tone')
  town!.parentElement!.removeAttribute('data-long')
  const words = document.createRange()
  words.selectNodeContents(town!)
  return words.getClientRects().length
}

async function fontPx(element: Locator): Promise<number> {
  return element.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize))
}
