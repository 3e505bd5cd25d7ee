import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

/** A process is started for each of these, on a machine that may be busy. */
const TIMEOUT_MS = 60_000

let root: string
const children: ChildProcess[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'brontide-run-'))
  mkdirSync(join(root, 'dist', 'basemap'), { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '9.9.9' }))
  const tiles = new DatabaseSync(join(root, 'dist', 'basemap', 'default.mbtiles'))
  tiles.exec('CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data); CREATE TABLE metadata (name, value)')
  tiles.close()
  const program = `
    import { run } from ${JSON.stringify(new URL('./run.ts', import.meta.url).href)}
    await run({ env: process.env, root: ${JSON.stringify(root)}, say: (line) => process.stdout.write(line + '\\n') })`
  writeFileSync(join(root, 'main.mjs'), program)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'main.mjs')], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (data) => {
    said.out += data
  })
  child.stderr?.on('data', (data) => {
    said.err += data
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const url = /Brontide is at (http:\S+)/.exec(said.out)?.[1]
      if (url) resolve(url)
    })
    ended.then(() => reject(new Error(`It ended: ${said.err}`)))
  })
  ready.catch(() => {}) // a test that expects a refusal waits for the end alone
  return { child, said, ended, ready }
}

it(
  'says where it is and what its data is, and ends in good order when asked',
  async () => {
    const { child, said, ended, ready } = start({})
    const url = await ready
    expect(await (await fetch(`${url}healthz`)).json()).toEqual({ ok: true })
    expect((await (await fetch(`${url}api/config`)).json()).version).toMatch(/^9\.9\.9\+[0-9a-f]{8}$/)
    expect(said.out).toContain('The data is simulated (seed 1)')

    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said.err).toContain('"msg":"closing"')
  },
  TIMEOUT_MS,
)

it.skipIf(process.platform === 'win32')(
  'keeps what it writes from everybody else on the machine',
  async () => {
    const folder = join(root, 'kept')
    const { child, ended, ready } = start({ DATA_DIR: folder })
    await ready
    child.kill('SIGTERM')
    await ended
    const files = readdirSync(folder)
    expect(files).not.toEqual([])
    for (const file of ['.', ...files]) expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0])
  },
  TIMEOUT_MS,
)

it(
  'ends when whoever started it is gone',
  async () => {
    const { child, ready } = start({})
    await ready
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    expect(await exited).toBe(0)
  },
  TIMEOUT_MS,
)

it(
  'starts while its upstream is away, and names it',
  async () => {
    const { child, said, ended, ready } = start({
      UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
      UPSTREAM_SPECIAL_URL: 'http://127.0.0.1:9',
      UPSTREAM_SPECIAL_WS_URL: 'ws://127.0.0.1:9',
      UPSTREAM_API_KEY: 'sk-recognisable',
    })
    const url = await ready
    expect((await fetch(`${url}readyz`)).status).toBe(503)
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(said.out).toContain('The data comes from 127.0.0.1:9.')
    expect(said.out + said.err).not.toContain('recognisable')
  },
  TIMEOUT_MS,
)

it(
  'does not start with settings that are wrong, and lists them',
  async () => {
    const { said, ended } = start({ UPSTREAM_BASE_URL: 'https://weather.example.com', BOUNDARIES: 'mars' })
    expect(await ended).toBe(1)
    expect(said.err).toContain('Brontide does not start: 4 settings need a change.')
    expect(said.err).toContain('  - UPSTREAM_SPECIAL_URL is missing')
    expect(said.err).toContain('  - BOUNDARIES must be one of default, chn')
  },
  TIMEOUT_MS,
)

it(
  'does not start without the base map, and says how to get it',
  async () => {
    const { said, ended } = start({ BOUNDARIES: 'chn' })
    expect(await ended).toBe(1)
    expect(said.err).toContain('the base map is not built')
  },
  TIMEOUT_MS,
)

it(
  'does not start on a port that is taken, and names the setting',
  async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { said, ended } = start({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(said.err).toContain(`port ${port} at 127.0.0.1 is in use. Set PORT to a free one`)
    await new Promise((resolve) => other.close(resolve))
  },
  TIMEOUT_MS,
)
