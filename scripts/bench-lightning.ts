import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { launchOptions } from '../e2e/browser.ts'
import type { Cell, Measured } from './bench/lightning/page.ts'
import { runDay } from './bench/lightning-day.ts'
import { bareFrameMs, goalsOf, type Idle, printTable, type Row, timesCheaper } from './bench/lightning-table.ts'

/** `npm run bench:lightning`: ways to show a million strikes on a map, in one Chromium, by the same measure. */

const USAGE = `npm run bench:lightning -- [flags]
  --subject ours,geojson-update,geojson-set,deck   which to measure
  --alive 10k,100k,1M                              strikes on the map
  --rate 200,2000                                  new ones a second
  --seconds 20                                     of measuring a cell: the fewer, the more what is taken off blurs it
  --day                                            instead: the memory of a day at 200 a second, by a clock of its own
  --json                                           the numbers alone
`
const SUBJECTS = ['ours', 'geojson-update', 'geojson-set', 'deck'] as const
/** A way that needs longer than this to show what it is given has not caught up. */
const FILL_AT_MOST_MS = 60_000
const CELL_AT_MOST_MS = 45_000
/** A frame of the bare map costs the more the longer the one before it is ago: it is measured at each end. */
const BARE_FRAMES_EVERY_MS = [33, 330]

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
}

const cells = readCells()
if (cells) await run(cells)

function readCells() {
  const { values } = parseArgs({
    options: {
      subject: { type: 'string', default: SUBJECTS.join() },
      alive: { type: 'string', default: '10k,100k,1M' },
      rate: { type: 'string', default: '200,2000' },
      seconds: { type: 'string', default: '20' },
      day: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const subjects = SUBJECTS.filter((each) => values.subject.split(',').includes(each))
  const alive = values.alive.split(',').map(numberOf)
  const rates = values.rate.split(',').map(numberOf)
  const seconds = Number(values.seconds)
  if (values.help || subjects.length === 0 || [...alive, ...rates, seconds].some((each) => !(each > 0))) {
    process.stderr.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return null
  }
  const all: Cell[] = []
  for (const count of alive)
    for (const rate of rates) for (const subject of subjects) all.push({ subject, alive: count, rate })
  return { all, seconds, day: values.day, json: values.json }
}

/** `10k`, `1M`, `200`. */
function numberOf(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kM]?)$/.exec(text.trim()) ?? []
  return Number(number) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1)
}

async function run({ all, seconds, day, json }: NonNullable<typeof cells>): Promise<void> {
  const say = (line: string) => void (json ? process.stderr : process.stdout).write(`${line}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'brontide-bench-'))
  let server: Server | null = null
  let browser: Browser | null = null
  try {
    await build({
      root: join(import.meta.dirname, 'bench', 'lightning'),
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 10_000 },
    })
    server = await serve(folder)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--js-flags=--expose-gc', '--enable-precise-memory-info'],
    })
    say(
      `${cpus().length} cores, ${cpus()[0]?.model.trim()}; Chromium ${browser.version()}, software WebGL; ${seconds} s a cell.`,
    )
    if (day) {
      const page = await openPage(browser, url)
      const session = await page.context().newCDPSession(page)
      const passed = await runDay(page, () => heapOf(session), say)
      if (json) process.stdout.write(`${JSON.stringify(passed, null, 2)}\n`)
      process.exitCode = passed.met ? 0 : 1
      return
    }
    const idle = await measureIdle(browser, url, seconds)
    const rows: Row[] = []
    for (const cell of all) {
      const measured = await measure(browser, url, cell, seconds)
      rows.push({ ...cell, measured, cpuMsPerSecond: measured && cpuOf(measured, idle) })
      say(`  ${cell.subject}, ${cell.alive} alive, ${cell.rate} a second: ${measured ? 'measured' : 'gave up'}`)
    }
    const goals = goalsOf(rows)
    const told = rows.map((row) => ({ ...row, timesCheaper: timesCheaper(row, rows) }))
    if (json) process.stdout.write(`${JSON.stringify({ seconds, idle, rows: told, goals }, null, 2)}\n`)
    else printTable(rows, idle, goals, say)
    process.exitCode = goals.every(({ met }) => met) ? 0 : 1
  } finally {
    await browser?.close()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What page and map cost by themselves: nothing drawn, and frames as close together as those of the ways may be. */
async function measureIdle(browser: Browser, url: string, seconds: number): Promise<Idle> {
  const still = await measure(browser, url, { subject: 'still', alive: 0, rate: 1 }, seconds)
  if (!still) throw new Error('The page could not be measured.')
  const stillPerSecond = still.cpuMs / still.seconds
  const paces: Idle['paces'] = []
  for (const frameEveryMs of BARE_FRAMES_EVERY_MS) {
    const bare = await measure(browser, url, { subject: 'bare', alive: 0, rate: 1, frameEveryMs }, seconds)
    if (!bare) throw new Error('The bare map could not be measured.')
    const perFrame = (bare.cpuMs - stillPerSecond * bare.seconds) / bare.frames
    paces.push({ framesPerSecond: bare.frames / bare.seconds, perFrame })
  }
  return { stillPerSecond, paces }
}

/** What a way costs the main thread beyond the same frames of the bare map, and the timers of the bench. */
function cpuOf({ cpuMs, frames, seconds, ownCanvas }: Measured & { cpuMs: number }, idle: Idle): number {
  const mapMs = ownCanvas ? 0 : frames * bareFrameMs(idle, frames / seconds) // the map below a canvas of its own stands still
  return Math.max(0, (cpuMs - mapMs) / seconds - idle.stillPerSecond)
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1024, height: 640 } })
  page.on('pageerror', ({ message }) => process.stderr.write(`${message}\n`))
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in globalThis)
  return page
}

async function measure(browser: Browser, url: string, cell: Cell, seconds: number) {
  const page = await openPage(browser, url)
  try {
    const session = await page.context().newCDPSession(page)
    // Time that the thread ran, not time that passed: other programs on the machine do not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const emptyBytes = await heldBytes(session)
    const fillMs = await within(
      FILL_AT_MOST_MS,
      page.evaluate((given) => globalThis.bench.fill(given), cell),
    )
    if (fillMs === null) return null
    const filledBytes = await heldBytes(session)
    await page.evaluate((s) => globalThis.bench.prepare(s), seconds)
    if (
      !(await within(
        CELL_AT_MOST_MS,
        page.evaluate(() => globalThis.bench.warmUp()),
      ))
    )
      return null
    const before = await cpuMs(session)
    const measured = await within(
      CELL_AT_MOST_MS,
      page.evaluate(() => globalThis.bench.measure()),
    )
    if (!measured) return null
    const spent = (await cpuMs(session)) - before
    const pickMs = await page.evaluate(() => globalThis.bench.pick())
    return {
      ...measured,
      fillMs,
      pickMs,
      cpuMs: spent,
      jsBytes: measured.jsBytes ?? Math.max(0, filledBytes - emptyBytes),
    }
  } finally {
    await page.close()
  }
}

async function cpuMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** What JavaScript holds on the main thread: the heap, and the memory behind its arrays. */
async function heapOf(session: CDPSession): Promise<{ heapBytes: number; arrayBytes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  return { heapBytes: usage.usedSize, arrayBytes: usage.backingStorageSize ?? 0 }
}

async function heldBytes(session: CDPSession): Promise<number> {
  const { heapBytes, arrayBytes } = await heapOf(session)
  return heapBytes + arrayBytes
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  promise.catch(() => {}) // of a page that was closed meanwhile
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The page, isolated from other origins: only then does a browser tell time by the microsecond. */
async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    const file = path === '/' ? 'index.html' : path.slice(1)
    readFile(join(folder, file)).then(
      (body) => {
        response.writeHead(200, {
          'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Cross-Origin-Embedder-Policy': 'require-corp',
        })
        response.end(body)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
