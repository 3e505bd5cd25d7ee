import { expect, type Page } from '@playwright/test'
import { createDesk } from './desk.ts'

/** More presses of the tab key than any screen has stops. */
const STOPS_MAX = 120
const MARGIN_PX = 24

/** Focus state, read after each key. */
interface Focus {
  /** Role and name of the focused element; empty without one. */
  on: string
  /** Whether one sees that it has. */
  ring: boolean
  /** How many styles are moving something. */
  moving: number
}

/** A user without a pointer: all actions use keys. */
export function createTypist(page: Page, origin: string) {
  const desk = createDesk(page, origin)
  const focus = (): Promise<Focus> => page.evaluate(focusNow)
  const sees = async (name: string | RegExp) => {
    await expect.poll(async () => (await focus()).on, { message: 'the focused element' }).toMatch(name)
    const { ring, moving, on } = await focus()
    expect(ring, `${on} shows that it has the focus`).toBe(true)
    expect(moving, `animations while ${on} has the focus`).toBe(0)
  }
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())

  /** Presses Tab until the named element has the focus, and expects a visible focus at each stop. */
  async function tabTo(name: RegExp, key = 'Tab') {
    for (let stop = 0; stop < STOPS_MAX; stop++) {
      await press(key)
      const { on, ring } = await focus()
      if (on) expect(ring, `${on} shows that it has the focus`).toBe(true)
      if (name.test(on)) return
    }
    throw new Error(`The tab key never comes to ${name}.`)
  }
  /** By F6, from part to part of the screen. */
  async function partTo(name: RegExp) {
    for (let part = 0; part < 10; part++) {
      await press('F6')
      if (name.test((await focus()).on)) return
    }
    throw new Error(`F6 never comes to ${name}.`)
  }

  return {
    desk,

    given: {
      async opensTheMap(address: string) {
        await page.addInitScript(listen)
        await desk.open(address)
        await expect(desk.row('Lightning')).toContainText(/Live, [\d,]+ (?:strokes?|records?) in \d+ min/)
      },
    },

    when: {
      press,
      tabTo,
      partTo,
      types: (text: string) => page.keyboard.type(text),
      /** Once around, from the map and back to it; names of the stops. */
      async tabsAround(): Promise<string[]> {
        const stops: string[] = []
        for (let stop = 0; stop < STOPS_MAX; stop++) {
          await press('Tab')
          const { on, ring } = await focus()
          if (!on) continue // the browser's own bar
          expect(ring, `${on} shows that it has the focus`).toBe(true)
          if (on === stops[0]) return stops
          stops.push(on)
        }
        throw new Error(`The tab key does not come around: ${stops.join(', ')}`)
      },
      /** Opens the list of features in view and selects the second. */
      async choosesFromTheList(layer: string, list: string) {
        await partTo(/Hide layers/)
        await tabTo(new RegExp(`summary ${list}`))
        await press('Enter')
        const entries = desk.row(layer).getByRole('list', { name: list }).getByRole('button')
        await expect(entries.nth(1)).toBeVisible()
        await press('Tab', 'ArrowDown', 'Enter')
        await expect(entries.nth(1)).toHaveAttribute('aria-pressed', 'true')
      },
      async findsAndOpens(text: string) {
        await press('/')
        await page.keyboard.type(text)
        await expect(page.getByRole('option').first()).toBeVisible()
        await press('Enter')
      },
      async runsTheCommand(text: string) {
        await press('Control+k')
        await sees(/combobox/)
        await page.keyboard.type(text)
        await expect(page.getByRole('option').first()).toContainText(text)
        await press('Enter')
      },
    },

    get: {
      file: async (by: () => Promise<unknown>) => {
        const [file] = await Promise.all([page.waitForEvent('download'), by()])
        return file.suggestedFilename()
      },
      view: desk.viewInTheAddress,
      listsInView: desk.listsInView,
      language: () => page.evaluate(() => document.documentElement.lang),
      theme: () => page.evaluate(() => document.documentElement.dataset.theme),
      printed: () => page.evaluate(() => (globalThis as unknown as Heard).printed),
      /** Live region texts that were repeated with only a number changed. */
      ticksSaid: () => page.evaluate(() => (globalThis as unknown as Heard).ticks),
    },

    sees: {
      theFocusOn: sees,
      thePanel: (name: string | RegExp) =>
        expect(page.getByRole('complementary').getByRole('region', { name }).first()).toBeVisible(),
      noPanel: () => expect(desk.panel).toBeHidden(),
      thePast: () => expect(desk.timeline).toContainText('NOT LIVE'),
      thePresent: () => expect(desk.timeline).not.toContainText('NOT LIVE'),
      theMoment: () => desk.timeline.getByRole('slider').getAttribute('aria-valuetext'),
      theBoardSortedBy: (column: RegExp, order: string) =>
        expect(page.getByRole('columnheader', { name: column })).toHaveAttribute('aria-sort', order),
      said: (text: RegExp) => expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible(),
      /** With every list open, only a margin follows the last one. */
      async thatTheLayersEndWithTheirLastWords() {
        const blankPx = () =>
          desk.layers
            .locator('p')
            .last()
            .evaluate((last) => {
              const scroller = last.parentElement
              if (!scroller) return Number.NaN
              const { top } = scroller.getBoundingClientRect()
              return scroller.scrollHeight - (last.getBoundingClientRect().bottom - top + scroller.scrollTop)
            })
        await expect.poll(blankPx).toBeLessThan(MARGIN_PX)
      },
      theTable: (name: string) => expect(page.getByRole('region', { name }).getByRole('table')).toBeVisible(),
      theWall: () => expect(page.getByRole('main', { name: 'Wall display' })).toBeVisible(),
      theDesk: () => expect(desk.layers).toBeVisible(),
    },
  }
}

interface Heard {
  printed: number
  ticks: string[]
}

/** Runs in the page before its scripts: records what keyboard and screen reader users perceive. */
function listen() {
  const heard: Heard = Object.assign(globalThis as unknown as Heard, { printed: 0, ticks: [] })
  addEventListener('beforeprint', () => heard.printed++)

  const REGIONS = '[role=status], [role=alert], output, [aria-live=polite], [aria-live=assertive]'
  const last = new WeakMap<Element, { text: string; ticks: number }>()
  const spoken = (region: Element) => {
    const copy = region.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return (copy.textContent ?? '').trim()
  }
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(REGIONS)
      if (!region) continue
      const { text, ticks } = last.get(region) ?? { text: '', ticks: 0 }
      const now = spoken(region)
      if (now === text) continue
      const isTick = text.replace(/\d+/g, '#') === now.replace(/\d+/g, '#')
      last.set(region, { text: now, ticks: isTick ? ticks + 1 : 0 })
      // Once or twice may be a response to typing.
      if (isTick && ticks >= 2) heard.ticks.push(`${text} → ${now}`)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Runs in the page. */
function focusNow(): Focus {
  const { activeElement: element, body } = document
  const moving = document.getAnimations().length
  if (!element || element === body) return { on: '', ring: false, moving }
  const isRinged = (each: Element | null | undefined, part?: string) => {
    if (!each) return false
    const { outlineStyle, outlineWidth, boxShadow, content } = getComputedStyle(each, part)
    if (each.localName === 'td') return boxShadow.includes('2px') && boxShadow.includes('inset')
    if (part) return content !== 'none'
    return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2
  }
  const hidden = element.classList.contains('visually-hidden')
  const ring =
    (!hidden && isRinged(element)) ||
    (element.localName === 'tr' && isRinged(element.querySelector('td'))) || // its cells draw the ring together
    isRinged(element.closest('label')) || // of a radio button, which is out of sight
    isRinged(element.querySelector(':scope > section')) || // of a part that one was led to
    isRinged(element.closest('main, [role=main]'), '::after') // of the map: a cross in its middle
  const labelled = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
  const role = element.getAttribute('role') ?? (element as HTMLInputElement).type ?? element.localName
  // The text of a panel begins with the heading of the paper.
  const name = labelled ?? element.querySelector('h2')?.textContent ?? element.textContent ?? ''
  return { on: `${element.localName === 'summary' ? 'summary' : role} ${name.trim().slice(0, 80)}`, ring, moving }
}
