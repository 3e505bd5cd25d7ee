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
import { measureCell } from './lightning/measure-cell.ts'
import { runDay } from './lightning/measure-day.ts'
import type { Cell } from './lightning/page.ts'
import { goalsOf, printTable, type Row, timesCheaper } from './lightning/table.ts'

/** `npm run bench:lightning`: ways to show a million strikes on a map, in one Chromium, by the same measure. */

const USAGE = `npm run bench:lightning -- [flags]
  --subject ours,geojson-update,geojson-set,deck   what to measure; "nothing" for the measurement error
  --alive 10k,100k,1M                              strikes on the map
  --rate 200,2000                                  new ones a second
  --pairs 32                                       maximum pairs of 2 s with and without strikes per cell;
                                                   fewer once the median is accurate
  --day                                            instead: the memory of a simulated day at 200 a second
  --json                                           prints the numbers as JSON
`
const SUBJECTS = ['nothing', 'ours', 'geojson-update', 'geojson-set', 'deck'] as const
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
      subject: { type: 'string', default: SUBJECTS.slice(1).join() },
      alive: { type: 'string', default: '10k,100k,1M' },
      rate: { type: 'string', default: '200,2000' },
      pairs: { type: 'string', default: '32' },
      day: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const subjects = SUBJECTS.filter((each) => values.subject.split(',').includes(each))
  const alive = values.alive.split(',').map(numberOf)
  const rates = values.rate.split(',').map(numberOf)
  const pairs = Number(values.pairs)
  if (values.help || subjects.length === 0 || [...alive, ...rates, pairs].some((each) => !(each > 0))) {
    process.stderr.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return null
  }
  const all: Cell[] = []
  for (const count of alive)
    for (const rate of rates) for (const subject of subjects) all.push({ subject, alive: count, rate })
  return { all, pairs, day: values.day, json: values.json }
}

/** `10k`, `1M`, `200`. */
function numberOf(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kM]?)$/.exec(text.trim()) ?? []
  return Number(number) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1)
}

async function run({ all, pairs, day, json }: NonNullable<typeof cells>): Promise<void> {
  const say = (line: string) => void (json ? process.stderr : process.stdout).write(`${line}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'brontide-bench-'))
  let server: Server | null = null
  let browser: Browser | null = null
  try {
    await build({
      root: join(import.meta.dirname, 'lightning'),
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
      `${cpus().length} cores, ${cpus()[0]?.model.trim()}; Chromium ${browser.version()}, software WebGL; at most ${pairs} pairs of stretches a cell.`,
    )
    if (day) {
      const page = await openPage(browser, url)
      const session = await page.context().newCDPSession(page)
      const passed = await runDay(page, () => heapOf(session), say)
      if (json) process.stdout.write(`${JSON.stringify(passed, null, 2)}\n`)
      process.exitCode = passed.met ? 0 : 1
      return
    }
    const rows: Row[] = []
    for (const cell of all) {
      const page = await openPage(browser, url)
      const session = await page.context().newCDPSession(page)
      const measured = await measureCell(page, session, cell, pairs, () => heldBytes(session))
      await page.close()
      rows.push({ ...cell, measured })
      say(`  ${cell.subject}, ${cell.alive} alive, ${cell.rate} a second: ${measured ? 'measured' : 'gave up'}`)
    }
    const goals = goalsOf(rows)
    const told = rows.map((row) => ({ ...row, timesCheaper: timesCheaper(row, rows) }))
    if (json) process.stdout.write(`${JSON.stringify({ pairs, rows: told, goals }, null, 2)}\n`)
    else printTable(rows, goals, say)
    process.exitCode = goals.every(({ met }) => met) ? 0 : 1
  } finally {
    await browser?.close()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1024, height: 640 } })
  page.on('pageerror', ({ message }) => process.stderr.write(`${message}\n`))
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in globalThis)
  return page
}

/** JavaScript memory of the main thread: the heap, and the backing stores of its arrays. */
async function heapOf(session: CDPSession): Promise<{ heapBytes: number; arrayBytes: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  return { heapBytes: usage.usedSize, arrayBytes: usage.backingStorageSize ?? 0 }
}

async function heldBytes(session: CDPSession): Promise<number> {
  const { heapBytes, arrayBytes } = await heapOf(session)
  return heapBytes + arrayBytes
}

/** The page, cross-origin isolated: only then does a browser have microsecond timers. */
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
