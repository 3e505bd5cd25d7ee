import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { watchShifts } from '../e2e/shift-watch.ts'
import { MINUTE_MS } from '../src/core/time/durations.ts'
import { type Measured, report } from './lib/measured-table.ts'
import { ownMs, sentenceOf, watchTasks } from './lib/task-watch.ts'
import { type Opening, watchOpening } from './open/open-watch.ts'
import { serveOpeningPages } from './open/opening-pages.ts'
import { openThrottledLine } from './open/throttled-line.ts'

/**
 * `npm run bench:open`: the time until a new viewer sees the map and its strikes, and later blocking, compared with a
 * bare MapLibre page with the same base map.
 */

const USAGE = `npm run bench:open -- [flags]
  --runs N      first visits, each followed by a second visit and one of the bare map, default 3
  --seconds N   measured seconds after strikes are shown, default 20
  --slow N      slows the page's CPU by this factor
  --address A   URL of the view, default "/", as "/#3/20/100"
  --page DIR    another build of the page, default dist/page
  --json        the numbers as JSON
`

const LINE = { megabitsPerSecond: 10, roundTripMs: 40 }
const VIEWPORT = { width: 1280, height: 800 }
const SHOWN_WITHIN_MS = 3 * MINUTE_MS
const LOOK_EVERY_MS = 100
/** Times as long as the bare map takes until it is drawn. */
const STRIKES_MAX = 1
const MAP_MAX = 1.5
const SHIFT_MAX = 0
/** At the processor's own speed. */
const TASK_MAX_MS = 100

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    slow: { type: 'string', default: '1' },
    address: { type: 'string', default: '/' },
    page: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const slow = Number(values.slow)
if (values.help) process.stdout.write(USAGE)
else await run(Number(values.runs), Number(values.seconds))

async function run(runs: number, seconds: number): Promise<void> {
  const pages = await serveOpeningPages(values.page)
  const line = await openThrottledLine(pages.url, LINE)
  const ours = new URL(values.address, line.url).href
  const bare = new URL(pages.bareAddress(values.address, VIEWPORT), line.url).href
  try {
    await warmUp(pages.url)
    const visits: Visits[] = []
    for (let i = 0; i < runs; i++) {
      // Alternating, so that load by other programs affects both.
      visits.push({
        bare: await inFreshBrowser((context) => open(context, bare, ({ mapMs }) => mapMs !== null, 0)),
        ...(await inFreshBrowser((context) => visitTwice(context, ours, seconds))),
      })
    }
    tell(visits)
  } finally {
    line.close()
    await pages.close()
  }
}

interface Visits {
  bare: Opening
  first: Opening
  second: Opening
}

/** With an empty cache and uncompiled shaders. */
async function inFreshBrowser<Result>(visit: (context: BrowserContext) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(launchOptions)
  try {
    const context = await browser.newContext({ viewport: VIEWPORT })
    await context.addInitScript(watchTasks)
    await context.addInitScript(watchShifts)
    await context.addInitScript(watchOpening)
    return await visit(context)
  } finally {
    await browser.close()
  }
}

/** A new viewer, and a second visit with the browser's cache. */
async function visitTwice(context: BrowserContext, url: string, seconds: number): Promise<Omit<Visits, 'bare'>> {
  const isShown = ({ mapMs, strikesMs }: Opening) => mapMs !== null && strikesMs !== null // in either order
  const first = await open(context, url, isShown, seconds)
  const second = await open(context, url, isShown, 0)
  return { first, second }
}

/** Opens a page, and leaves it this many seconds after it is shown. */
async function open(
  context: BrowserContext,
  url: string,
  isShown: (opening: Opening) => boolean,
  seconds: number,
): Promise<Opening> {
  const page = await context.newPage()
  if (slow > 1) {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
  }
  await page.goto(url, { waitUntil: 'commit' })
  const openingNow = () => page.evaluate(() => globalThis.openingSoFar())
  const givenUpMs = performance.now() + SHOWN_WITHIN_MS
  while (!isShown(await openingNow())) {
    if (performance.now() > givenUpMs) throw new Error(`Nothing is shown at ${url}.`)
    await page.waitForTimeout(LOOK_EVERY_MS)
  }
  await page.waitForTimeout(seconds * 1_000)
  if (seconds > 0) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const opening = await openingNow()
  await page.close()
  return opening
}

/** Excludes the server's first responses, whose code is not compiled yet. */
async function warmUp(url: string): Promise<void> {
  for (const path of ['/', '/api/config', '/readyz']) await fetch(new URL(path, url)).then((answer) => answer.text())
}

function tell(visits: readonly Visits[]): void {
  const of = (pick: (visit: Visits) => number | null) => median(visits.map((visit) => pick(visit) ?? Number.NaN))
  const toBare = (pick: (visit: Visits) => number | null) =>
    of((visit) => (pick(visit) ?? Number.NaN) / (visit.bare.mapMs ?? Number.NaN))
  const tasks = visits.flatMap(({ first }) => first.tasks.filter(({ atMs }) => atMs > (first.strikesMs ?? 0)))
  const longest = tasks.toSorted((a, b) => ownMs(b) - ownMs(a))
  const shifts = visits.flatMap(({ first, second }) => [...first.shifted, ...second.shifted])
  const strikes = ({ first }: Visits) => first.strikesMs
  const map = ({ first }: Visits) => first.mapMs
  const shiftOf = (pick: (visit: Visits) => Opening) => Math.max(...visits.map((visit) => pick(visit).layoutShift))
  const rows: Measured[] = [
    told(
      'a bare map is drawn',
      of(({ bare }) => bare.mapMs),
      'ms',
    ),
    told('first visit: strikes are drawn', of(strikes), 'ms'),
    held('  to the bare map', toBare(strikes), '×', STRIKES_MAX),
    told('  the map is drawn', of(map), 'ms'),
    held('  to the bare map', toBare(map), '×', MAP_MAX),
    held(
      '  layout shift, the worst',
      shiftOf(({ first }) => first),
      '',
      SHIFT_MAX,
    ),
    {
      ...told('  longest task after that, calls of WebGL apart', Math.max(0, ...tasks.map(ownMs)), 'ms'),
      atMost: slow > 1 ? null : TASK_MAX_MS,
    },
    told('  longest task with them, in software here', Math.max(0, ...tasks.map(({ ms }) => ms)), 'ms'),
    told(
      'second visit: strikes are drawn',
      of(({ second }) => second.strikesMs),
      'ms',
    ),
    told(
      '  the map is drawn',
      of(({ second }) => second.mapMs),
      'ms',
    ),
    held(
      '  layout shift, the worst',
      shiftOf(({ second }) => second),
      '',
      SHIFT_MAX,
    ),
  ]
  const say = (text: string) => void (values.json ? process.stderr : process.stdout).write(`${text}\n`)
  const speed = slow > 1 ? `, the page's processor ${slow} times slower` : ''
  say(
    `Medians of ${visits.length}, through ${LINE.megabitsPerSecond} Mbit/s and ${LINE.roundTripMs} ms, software WebGL${speed}.`,
  )
  report(rows, values.json)
  for (const { first } of visits) {
    if (first.largest) say(`largest paint at ${Math.round(first.largest.atMs)} ms: ${first.largest.what}`)
  }
  for (const task of longest.slice(0, 12)) say(sentenceOf(task))
  for (const { value, atMs, what } of shifts) say(`moved by ${value.toFixed(4)} at ${Math.round(atMs)} ms: ${what}`)
}

function told(what: string, measured: number, unit: string): Measured {
  return { what, measured, unit, atMost: null }
}

function held(what: string, measured: number, unit: string, atMost: number): Measured {
  return { what, measured, unit, atMost }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
