import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  REPOSITORY,
  runNode,
  type ServerProcess,
  startServerProcess,
  temporaryRoot,
} from '../testing/server-process.ts'

let root: string
const servers: ServerProcess[] = []

beforeAll(() => {
  root = temporaryRoot()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => {
  for (const server of servers.splice(0)) server.kill('SIGKILL')
})

function start(env: Record<string, string>) {
  const started = startServerProcess(root, env)
  servers.push(started)
  return started
}

it('logs its address and its data, and ends cleanly on request', async () => {
  const server = start({})
  const url = await server.ready
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
  expect((await (await fetch(`${url}/api/config`)).json()).version).toMatch(/^9\.9\.9\+[0-9a-f]{8}$/)
  expect(server.said.out).toContain('The data is simulated (seed 1)')

  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.said.err).toContain('"msg":"shutting down"')
})

it.skipIf(process.platform === 'win32')('makes its files inaccessible to other users of the machine', async () => {
  const folder = join(root, 'kept')
  mkdirSync(folder, { mode: 0o700 })
  for (const file of ['simulated.sqlite.damaged-1', 'access.json.damaged']) {
    writeFileSync(join(folder, file), 'of an earlier version', { mode: 0o644 })
  }
  const server = start({ DATA_DIR: folder })
  await server.ready
  server.kill('SIGTERM')
  await server.ended
  const files = readdirSync(folder)
  expect(files).not.toEqual([])
  for (const file of ['.', ...files]) expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0])
})

it('ends with its parent process', async () => {
  const server = start({})
  await server.ready
  server.disconnect()
  expect(await server.ended).toBe(0)
})

it('starts while its upstream is away, and names it', async () => {
  const server = start({
    UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
    UPSTREAM_SPECIAL_URL: 'http://127.0.0.1:9',
    UPSTREAM_SPECIAL_WS_URL: 'ws://127.0.0.1:9',
    UPSTREAM_API_KEY: 'sk-recognisable',
  })
  const url = await server.ready
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(server.said.out).toContain('The data comes from 127.0.0.1:9.')
  expect(server.said.out + server.said.err).not.toContain('recognisable')
})

it('does not start with settings that are wrong, and lists them', async () => {
  const { said, ended } = start({ UPSTREAM_BASE_URL: 'https://weather.example.com', BOUNDARIES: 'mars' })
  expect(await ended).toBe(1)
  expect(said.err).toContain('Brontide does not start: 4 settings are invalid.')
  expect(said.err).toContain('  - UPSTREAM_SPECIAL_URL is missing')
  expect(said.err).toContain('  - BOUNDARIES must be one of default, chn')
})

it('does not start without a writable folder, with the remedy', async () => {
  writeFileSync(join(root, 'file'), '')
  const places = ['file', 'file/below', ...(existsSync('/proc/self') ? ['/proc/nope', '/proc/nope/below'] : [])]
  for (const place of places) {
    const { said, ended } = start({ DATA_DIR: place })
    expect([place, await ended]).toEqual([place, 1])
    expect(said.err).toMatch(/^Brontide does not start: DATA_DIR: cannot write to .*\. Set DATA_DIR to a folder/)
  }
})

it('a second process on the same DATA_DIR or port is rejected with a reason, and the first one continues', async () => {
  const folder = join(root, 'shared')
  const first = start({ DATA_DIR: folder })
  const url = await first.ready
  const second = start({ DATA_DIR: folder })
  expect(await second.ended).toBe(1)
  expect(second.said.err).toBe(
    `Brontide does not start: DATA_DIR: ${folder} is in use by another Brontide. Stop that one, or set another DATA_DIR.\n`,
  )
  const { port } = new URL(url)
  const third = start({ DATA_DIR: folder, PORT: port })
  expect(await third.ended).toBe(1)
  expect(third.said.err).toMatch(`Brontide does not start: port ${port} at 127.0.0.1 is in use.`)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(first.said.err).not.toMatch(/backup|copied|"msg":"[^"]*history/)
  first.kill('SIGKILL')
  await first.ended
  await start({ DATA_DIR: folder }).ready
})

it('stores its data below the working directory by default', async () => {
  const server = start({ DATA_DIR: './relative' })
  await server.ready
  expect(existsSync(join(root, 'relative', 'simulated.sqlite'))).toBe(true)
})

it('prints usage and version, and starts nothing', async () => {
  const main = join(REPOSITORY, 'src/server/main.ts')
  const said = async (...args: string[]) => {
    const { said, ended } = runNode(main, {}, { args })
    return { code: await ended, ...said }
  }
  expect(await said('--help')).toMatchObject({ code: 0, out: expect.stringMatching(/^npm start \[--help/), err: '' })
  expect(await said('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) })
  expect(await said('--prot', '80')).toMatchObject({ code: 2, err: expect.stringContaining('unknown argument --prot') })
})

it('does not start without playable records in a recording, and reports the problem', async () => {
  writeFileSync(join(root, 'strikes.csv'), 'time,lat,lon\nsoon,here,there')
  for (const [file, problem] of [
    ['nowhere.csv', "can't be read (ENOENT)"],
    ['strikes.csv', `can't be played: it holds no strike (bad lines: 1; line 2: no time: "soon")`],
  ] as const) {
    const { said, ended } = start({ SIMULATOR_REPLAY: file })
    expect(await ended).toBe(1)
    expect(said.err).toBe(`Brontide does not start: SIMULATOR_REPLAY: ${join(root, file)} ${problem}\n`)
  }
})

it('plays a recording, and names the omitted records', async () => {
  writeFileSync(join(root, 'strikes.csv'), 'time,lat,lon\nsoon,here,there\n2022-07-03T00:00:10Z,67.8,27.8')
  const server = start({ SIMULATOR_REPLAY: 'strikes.csv' })
  const config = await (await fetch(`${await server.ready}/api/config`)).json()
  const from = '2022-07-03T00:00:10Z'
  const to = '2022-07-03T00:00:10Z'
  expect(config).toMatchObject({ simulated: true, replay: { source: 'strikes', from, to } })
  expect(await server.heard(/a replay of (.*)/)).toBe(
    `strikes, ${from} to ${to}. Strikes in the file: 1, lines left out: 1 (line 2: no time: "soon").`,
  )
})

it('does not start without the base map, with the build command', async () => {
  const { said, ended } = start({ BOUNDARIES: 'chn' })
  expect(await ended).toBe(1)
  expect(said.err).toContain('the base map is not built')
})

it('does not start on a port that is taken, and names the setting', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { said, ended } = start({ PORT: String(port) })
  expect(await ended).toBe(1)
  expect(said.err).toContain(`port ${port} at 127.0.0.1 is in use. Set PORT to a free one`)
  await new Promise((resolve) => other.close(resolve))
})

// Where no file may grow, writing fails as on a full disk.
it.skipIf(process.platform !== 'linux')('starts on a full disk, reports that, and serves live data', async () => {
  const server = startServerProcess(root, { DATA_DIR: join(root, 'full') }, { filesMayGrow: false })
  servers.push(server)
  const url = await server.ready
  const { history } = await (await fetch(`${url}/api/status`)).json()
  expect(history).toMatchObject({
    state: 'degraded',
    why: expect.stringContaining('history is in memory only'),
    hours: 2,
  })
  expect((await fetch(`${url}/fast-lightning/rest/strikes`)).status).not.toBe(500)
  expect(server.said.err).toContain('history is in memory only')
})
