import { type Browser, test as base, expect, type Page } from '@playwright/test'
import {
  type Brontide,
  FEWER_STRIKES,
  type RelayedBrontide,
  type RememberingBrontide,
  startRelayed,
  startRemembering,
  startSimulated,
} from './stack.ts'

/** `PLAIN_MAP=1` runs every journey with an unmodified map. */
const PLAIN_MAP = process.env.PLAIN_MAP === '1'

/** Uses MapLibre unmodified, as with an unknown version of it. */
export function takeThePlainMap(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(globalThis, { brontidePlainMap: true })
  })
}

/** The map executes every command, but fills no pixel: half the time of a journey that looks at none. */
function fillNothing(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const contextOf = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      const context: unknown = Reflect.apply(contextOf, this, args)
      if (context instanceof WebGL2RenderingContext) context.enable(context.RASTERIZER_DISCARD)
      return context
    } as typeof contextOf
  })
}

/** Each page draws its map in software: more pages in one journey would slow each other on any machine. */
const PAGES_AT_ONCE = 2

/** How much of a failed journey's screen is written out, in characters, and how long that may take. */
const CONTENT_MAX = 12_000
const SNAPSHOT_WITHIN_MS = 20_000

interface Stacks {
  /** Brontide alone, with its built-in simulator and few strikes. */
  simulated: Brontide
  /** The same with a past that is known. */
  remembering: RememberingBrontide
  /** The same under the storm that crosses Shanghai Pudong. */
  stormy: Brontide
  /** Brontide over an upstream that counts requests. */
  relayed: RelayedBrontide
}

export interface Pages {
  /** Another screen: a separate, equally monitored browser context. */
  anotherScreen(options?: Parameters<Browser['newContext']>[0]): Promise<Page>
  /** Expected complaints of pages in this test, which causes faults on purpose. */
  expectedComplaints: RegExp[]
  screens: Watch
  /** Whether the map is drawn: journeys that look at pixels need it. */
  fillsTheMap: boolean
}

interface Watch {
  add(page: Page): void
  /** Those that the test does not expect. */
  complaints(): string[]
  /** All of them. */
  heard: readonly string[]
}

/** Journeys in a monitored browser: no errors, no violations of the page's policy, no requests to third parties. */
export const test = base.extend<Pages, Stacks>({
  simulated: [ofAWorker(() => startSimulated(FEWER_STRIKES)), { scope: 'worker' }],
  remembering: [ofAWorker(startRemembering), { scope: 'worker' }],
  stormy: [ofAWorker(() => startSimulated({ SIMULATOR_STORM: 'crossing' })), { scope: 'worker' }],
  relayed: [ofAWorker(startRelayed), { scope: 'worker' }],

  expectedComplaints: [[], { option: true }],
  fillsTheMap: [true, { option: true }],
  screens: async ({ expectedComplaints }, use) => {
    const complaints: string[] = []
    const pages: Page[] = []
    const unexpected = () => complaints.filter((each) => !expectedComplaints.some((expected) => expected.test(each)))
    await use({
      add(page) {
        pages.push(page)
        const open = pages.filter((each) => !each.isClosed()).length
        if (open > PAGES_AT_ONCE) throw new Error(`${open} pages are open at once: let the others be contract clients.`)
        watch(page, (complaint) => complaints.push(complaint))
      },
      complaints: unexpected,
      heard: complaints,
    })
    expect(unexpected(), 'what pages complained of').toEqual([])
  },
  page: async ({ page, screens, fillsTheMap }, use, info) => {
    if (PLAIN_MAP) await takeThePlainMap(page)
    if (!fillsTheMap) await fillNothing(page)
    screens.add(page)
    await use(page)
    if (info.status !== info.expectedStatus) console.log(await describeScreen(page, screens))
  },
  anotherScreen: async ({ browser, screens, fillsTheMap }, use) => {
    const open: { close(): Promise<void> }[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      open.push(context)
      const page = await context.newPage()
      if (PLAIN_MAP) await takeThePlainMap(page)
      if (!fillsTheMap) await fillNothing(page)
      screens.add(page)
      return page
    })
    for (const context of open) await context.close()
  },
})

export { expect }

/** One page for consecutive journeys of a group, monitored by each. */
export function shareAPage(): () => Page {
  let page: Page
  test.beforeAll(async ({ browser, fillsTheMap }) => {
    page = await browser.newPage()
    if (PLAIN_MAP) await takeThePlainMap(page)
    if (!fillsTheMap) await fillNothing(page)
  })
  test.beforeEach(({ screens }) => screens.add(page))
  test.afterAll(() => page.close())
  return () => page
}

/** Permitted request targets: the page's own origin, and local URLs. */
function watch(page: Page, complain: (complaint: string) => void): void {
  const stranger = (url: string) => {
    const { protocol, hostname } = new URL(url)
    return !['blob:', 'data:', 'about:'].includes(protocol) && hostname !== '127.0.0.1'
  }
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complain(`error: ${error.message}`))
  page.on('request', (request) => {
    if (stranger(request.url())) complain(`request to ${request.url()}`)
  })
  page.on('websocket', (socket) => {
    if (stranger(socket.url())) complain(`socket to ${socket.url()}`)
  })
}

/** Content of a page at a failure, for readers who have only the output: address, errors and text. */
async function describeScreen(page: Page, screens: Watch): Promise<string> {
  const content = await page
    .locator('body')
    .ariaSnapshot({ timeout: SNAPSHOT_WITHIN_MS })
    .catch((error: Error) => error.message)
  const said = screens.heard.join('\n')
  return `At the failure ${page.url()} showed:\n${content.slice(0, CONTENT_MAX)}\nIts complaints:\n${said}`
}

/** Started when a worker first needs it, closed when the worker ends. */
function ofAWorker<Started extends Brontide>(start: () => Promise<Started>) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  return async ({}, use: (started: Started) => Promise<void>) => {
    const brontide = await start()
    await use(brontide)
    await brontide.close()
  }
}
