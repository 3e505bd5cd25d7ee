import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { type Brontide, startSimulated } from '../e2e/stack.ts'
import { MINUTE_MS } from '../src/core/time/durations.ts'
import { type Measured, report } from './bench/measured-table.ts'
import { type Opening, watchOpening } from './bench/open-watch.ts'
import { ownMs, sentenceOf, watchTasks } from './bench/task-watch.ts'
import { openThrottledLine } from './bench/throttled-line.ts'

/** `npm run bench:open`: how long a new viewer waits for the map and its strikes, and what holds the page up afterwards. */

const USAGE = `npm run bench:open -- [flags]
  --runs N      openings by new viewers, each followed by a second visit, instead of 3
  --seconds N   that a page is watched once it shows strikes, instead of 20
  --address A   of the view, instead of "/", as in "/#3/20/100"
  --url URL     of a running Brontide, instead of one of the bench's own on its simulator
  --json        the numbers as JSON
`

const LINE = { megabitsPerSecond: 10, roundTripMs: 40 }
const VIEWPORT = { width: 1280, height: 800 }
const SHOWN_WITHIN_MS = MINUTE_MS
const STRIKES_MAX_MS = 3_000
const SHIFT_MAX = 0
const TASK_MAX_MS = 100

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
    address: { type: 'string', default: '/' },
    url: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else await run(Number(values.runs), Number(values.seconds))

async function run(runs: number, seconds: number): Promise<void> {
  const own: Brontide | null = values.url ? null : await startSimulated({ LOG_LEVEL: 'warn' })
  const line = await openThrottledLine(values.url ?? own?.url ?? '', LINE)
  const browsers: Browser[] = []
  try {
    await warmUp(values.url ?? own?.url ?? '')
    const visits = []
    for (let i = 0; i < runs; i++) {
      const browser = await chromium.launch(launchOptions) // a cache of its own, and shaders that nobody has compiled
      browsers.push(browser)
      visits.push(await visitTwice(await browser.newContext({ viewport: VIEWPORT }), line.url, seconds))
      await browser.close()
    }
    tell(visits)
  } finally {
    for (const browser of browsers) await browser.close()
    line.close()
    await own?.close()
  }
}

interface Visits {
  first: Opening
  second: Opening
}

/** A new viewer, and the same one again with what the browser has kept. */
async function visitTwice(context: BrowserContext, origin: string, seconds: number): Promise<Visits> {
  await context.addInitScript(watchTasks)
  await context.addInitScript(watchOpening)
  const page = await context.newPage()
  const first = await open(page, origin, seconds)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.close()
  const again = await context.newPage()
  const second = await open(again, origin, 0)
  return { first, second }
}

async function open(page: Page, origin: string, seconds: number): Promise<Opening> {
  await page.goto(new URL(values.address, origin).href, { waitUntil: 'commit' })
  const isShown = () => globalThis.openingSoFar().strikesMs !== null && globalThis.openingSoFar().mapMs !== null
  await page.waitForFunction(isShown, null, { timeout: SHOWN_WITHIN_MS }) // either may come first
  await page.waitForTimeout(seconds * 1_000)
  return page.evaluate(() => globalThis.openingSoFar())
}

/** The server's own first answers, with code that has not run yet, are not the page's to answer for. */
async function warmUp(url: string): Promise<void> {
  for (const path of ['/', '/api/config', '/readyz']) await fetch(new URL(path, url)).then((answer) => answer.text())
}

function tell(visits: readonly Visits[]): void {
  const of = (pick: (visit: Visits) => number | null) => median(visits.map((visit) => pick(visit) ?? Number.NaN))
  const tasks = visits.flatMap(({ first }) => first.tasks.filter(({ atMs }) => atMs > (first.strikesMs ?? 0)))
  const longest = tasks.toSorted((a, b) => b.ms - a.ms)
  const worst = longest[0]
  const shifts = visits.flatMap(({ first, second }) => [...first.shifted, ...second.shifted])
  const rows: Measured[] = [
    row(
      'first visit: the map is drawn',
      of(({ first }) => first.mapMs),
      'ms',
      null,
    ),
    row(
      '  strikes are drawn',
      of(({ first }) => first.strikesMs),
      'ms',
      STRIKES_MAX_MS,
    ),
    row('  layout shift, the worst', Math.max(...visits.map(({ first }) => first.layoutShift)), '', SHIFT_MAX),
    row('  longest task after that', worst?.ms ?? 0, 'ms', TASK_MAX_MS),
    row('    of it calls of WebGL, in software here', worst?.webglMs ?? 0, 'ms', null),
    row('  longest task with those left out', Math.max(0, ...tasks.map(ownMs)), 'ms', null),
    row(
      'second visit: the map is drawn',
      of(({ second }) => second.mapMs),
      'ms',
      null,
    ),
    row(
      '  strikes are drawn',
      of(({ second }) => second.strikesMs),
      'ms',
      null,
    ),
    row('  layout shift, the worst', Math.max(...visits.map(({ second }) => second.layoutShift)), '', SHIFT_MAX),
  ]
  const say = (text: string) => void (values.json ? process.stderr : process.stdout).write(`${text}\n`)
  say(
    `Medians of ${visits.length}, through ${LINE.megabitsPerSecond} Mbit/s and ${LINE.roundTripMs} ms, software WebGL.`,
  )
  report(rows, values.json)
  for (const task of longest.slice(0, 12)) say(sentenceOf(task))
  for (const { value, atMs, what } of shifts) say(`moved by ${value.toFixed(4)} at ${Math.round(atMs)} ms: ${what}`)
}

function row(what: string, measured: number, unit: string, atMost: number | null): Measured {
  return { what, measured, unit, atMost }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
