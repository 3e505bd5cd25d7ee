import { parseArgs } from 'node:util'
import { type Browser, chromium, type WebSocketRoute } from '@playwright/test'
import cn from '../data/airports-cn.json' with { type: 'json' }
import { launchOptions } from '../e2e/browser.ts'
import { createDesk } from '../e2e/drivers/desk.ts'
import { startSimulated } from '../e2e/stack.ts'
import type { ReportRecord } from '../src/contract/metar.ts'
import { type Measured, report } from './lib/measured-table.ts'
import { type LongTask, ownMs, sentenceOf, watchTasks } from './lib/task-watch.ts'
import { measureManyPlaces } from './use/many-places.ts'
import { type Hand, TOUR, TOUR_ADDRESS, USES, type Use } from './use/uses.ts'

/**
 * `npm run bench:use`: the longest task of each action on an open page, and the cost of an open page in a storm with
 * the maximum number of guarded places.
 */

const USAGE = `npm run bench:use -- [flags]
  --runs N     fresh browsers that everything is done in, instead of 3; 0 leaves that out
  --url URL    of a running Brontide, instead of one of the bench's own on its simulator; without the many places
  --json       the numbers as JSON
`

const VIEWPORT = { width: 1280, height: 800 }
const OWN_MAX_MS = 100
const REPORT_LINE = /\/fast-metar\/ws\//
/** Time until automatic loading has ended. */
const SETTLED_MS = 15_000
/** Time until the work of an action has ended. */
const AFTER_MS = 2_500

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    url: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else await run(Number(values.runs))

/** Of one use in one browser. */
type Tasks = readonly LongTask[]

async function run(runs: number): Promise<void> {
  const all = runs > 0 ? await tasksOfRuns(runs) : []
  const inStorm = values.url ? [] : await inBrowser(measureManyPlaces)
  tell(all, inStorm)
}

async function tasksOfRuns(runs: number): Promise<Tasks[][]> {
  const own = values.url ? null : await startSimulated({ LOG_LEVEL: 'warn' })
  try {
    const all: Tasks[][] = []
    // A new browser each time, so that lazy code loads each time.
    for (let i = 0; i < runs; i++) all.push(await inBrowser((browser) => doAll(browser, values.url ?? own?.url ?? '')))
    return all
  } finally {
    await own?.close()
  }
}

async function inBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launchOptions)
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

async function doAll(browser: Browser, origin: string): Promise<Tasks[]> {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-GB' })
  await page.addInitScript(watchTasks)
  await page.addInitScript(() => localStorage.setItem('brontide.hinted', '1'))
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket(REPORT_LINE, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => server.send(message))
    server.onMessage((message) => line.send(message))
    lines.push(line)
  })
  const desk = createDesk(page, origin)
  const hand: Hand = { page, desk, bringReports: () => lines.at(-1)!.send(reportsOfAll()) }
  await page.goto(origin)
  await page.getByRole('button', { name: 'Zoom in' }).waitFor() // the tools load last
  await page.waitForTimeout(SETTLED_MS)
  const measured: Tasks[] = []
  for (const use of USES) measured.push(await tasksOf(use, hand))
  await page.goto(new URL(TOUR_ADDRESS, origin).href)
  await page.waitForTimeout(SETTLED_MS)
  measured.push(await tasksOf(TOUR, hand))
  return measured
}

async function tasksOf({ what, run: use }: Use, hand: Hand): Promise<Tasks> {
  const { page } = hand
  const sinceMs = await page.evaluate(() => performance.now())
  await use(hand).catch((error: Error) => {
    throw new Error(`${what}: ${error.message}`)
  })
  await page.waitForTimeout(AFTER_MS)
  const tasks = await page.evaluate(() => globalThis.tasksSoFar())
  return tasks.filter(({ atMs, ms }) => atMs + ms > sinceMs)
}

/** Of the present, so that it is newer than any there is. */
function reportsOfAll(): string {
  const now = new Date().toISOString()
  const time = `${now.slice(8, 10)}${now.slice(11, 13)}${now.slice(14, 16)}Z`
  const data = cn.map(({ icao_code: icao }): ReportRecord => {
    const raw_metar = `METAR ${icao} ${time} 24006MPS 4000 TSRA BKN030CB 25/22 Q1004 NOSIG`
    return { icao, raw_metar, obs_time: now, report_type: 'METAR', arrived_at: now }
  })
  return JSON.stringify({ type: 'new_metar_arrived', data })
}

function tell(all: readonly Tasks[][], inStorm: readonly Measured[]): void {
  const uses = all.length > 0 ? [...USES, TOUR] : []
  const longest = (tasks: Tasks, of: (task: LongTask) => number) => Math.max(0, ...tasks.map(of))
  const rows = uses.flatMap(({ what }, i): Measured[] => {
    const each = all.map((measured) => measured[i]!)
    const own = median(each.map((tasks) => longest(tasks, ownMs)))
    const whole = median(each.map((tasks) => longest(tasks, ({ ms }) => ms)))
    return [
      { what, measured: own, unit: 'ms', atMost: OWN_MAX_MS },
      ...(whole > own
        ? [{ what: '  with calls of WebGL, in software here', measured: whole, unit: 'ms', atMost: null }]
        : []),
    ]
  })
  const say = (text: string) => void (values.json ? process.stderr : process.stdout).write(`${text}\n`)
  if (uses.length > 0) say(`The longest task of each, the median of ${all.length}; 0 where none took 50 ms.`)
  if (inStorm.length > 0) say('In a storm it is CPU time of the main thread.')
  report([...rows, ...inStorm], values.json)
  for (const [i, { what }] of uses.entries()) {
    const worst = all.flatMap((measured) => measured[i]!).toSorted((a, b) => ownMs(b) - ownMs(a))[0]
    if (worst && ownMs(worst) > OWN_MAX_MS) say(`${what}: ${sentenceOf(worst)}`)
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
