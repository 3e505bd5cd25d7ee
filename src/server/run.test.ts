import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

/** A start with few strikes, as no test here counts them. */
function start(env: Record<string, string>) {
  const started = startServerProcess(root, { SIMULATOR_RATE: '5', ...env })
  servers.push(started)
  return started
}

/** What each of several starts in one process reports, with its exit code: a process of its own for each takes seconds. */
async function refusalsOf(starts: readonly Record<string, string>[]): Promise<string[]> {
  const file = join(REPOSITORY, 'e2e/refused-starts.ts')
  const { said, ended } = runNode(file, { BUILD_ROOT: root, STARTS: JSON.stringify(starts) }, { cwd: root })
  await ended
  expect(said.out).toBe('')
  return said.err.split('start\n').slice(1)
}
const refusal = (reason: string) => `Brontide does not start: ${reason}\nexit code 1\n`

it('logs its address, keeps private files below the working directory, and ends cleanly on request', async () => {
  const folder = join(root, 'relative')
  mkdirSync(folder, { mode: 0o700 })
  for (const file of ['simulated.sqlite.damaged-1', 'access.json.damaged']) {
    writeFileSync(join(folder, file), 'of an earlier version', { mode: 0o644 })
  }
  const server = start({ DATA_DIR: './relative' })
  const url = await server.ready
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
  expect((await (await fetch(`${url}/api/config`)).json()).version).toMatch(/^9\.9\.9\+[0-9a-f]{8}$/)
  expect(server.said.out).toContain('The data is simulated (seed 1)')

  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.said.err).toContain('"msg":"shutting down"')
  const files = readdirSync(folder)
  expect(files).toContain('simulated.sqlite')
  if (process.platform === 'win32') return
  for (const file of ['.', ...files]) expect([file, statSync(join(folder, file)).mode & 0o077]).toEqual([file, 0])
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

it('does not start without a usable folder, recording, base map or port, with the remedy', async () => {
  writeFileSync(join(root, 'file'), '')
  writeFileSync(join(root, 'no-strikes.csv'), 'time,lat,lon\nsoon,here,there')
  const [nowhere, noStrikes] = ['nowhere.csv', 'no-strikes.csv'].map((file) => join(root, file))
  const [folder, recording, noRecording, map] = await refusalsOf([
    { DATA_DIR: 'file' },
    { DATA_DIR: 'one', SIMULATOR_REPLAY: 'no-strikes.csv' },
    { DATA_DIR: 'another', SIMULATOR_REPLAY: 'nowhere.csv' },
    { BOUNDARIES: 'chn' },
  ])
  expect(folder).toMatch(
    /^Brontide does not start: DATA_DIR: cannot write to .*\. Set DATA_DIR to a folder.*\nexit code 1/,
  )
  expect(recording).toBe(
    refusal(
      `SIMULATOR_REPLAY: ${noStrikes} can't be played: it holds no strike (bad lines: 1; line 2: no time: "soon")`,
    ),
  )
  expect(noRecording).toBe(refusal(`SIMULATOR_REPLAY: ${nowhere} can't be read (ENOENT)`))
  expect(map).toMatch(/^Brontide does not start: the base map is not built.*\nexit code 1/)
})

it('a second process on the same DATA_DIR or port is rejected with a reason, and the first one continues', async () => {
  const folder = join(root, 'shared')
  const first = start({ DATA_DIR: folder })
  const url = await first.ready
  const { port } = new URL(url)
  const [sameFolder, samePort] = await refusalsOf([
    { DATA_DIR: folder, PORT: '0' },
    { DATA_DIR: folder, PORT: port },
  ])
  expect(sameFolder).toBe(
    refusal(`DATA_DIR: ${folder} is in use by another Brontide. Stop that one, or set another DATA_DIR.`),
  )
  expect(samePort).toMatch(
    `Brontide does not start: port ${port} at 127.0.0.1 is in use. Set PORT to a free one, such as PORT=`,
  )
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(first.said.err).not.toMatch(/backup|copied|"msg":"[^"]*history/)
  first.kill('SIGKILL')
  await first.ended
  await start({ DATA_DIR: folder }).ready
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

it('plays a recording, names the omitted records, and ends with its parent process', async () => {
  writeFileSync(join(root, 'strikes.csv'), 'time,lat,lon\nsoon,here,there\n2022-07-03T00:00:10Z,67.8,27.8')
  const server = start({ SIMULATOR_REPLAY: 'strikes.csv' })
  const config = await (await fetch(`${await server.ready}/api/config`)).json()
  const from = '2022-07-03T00:00:10Z'
  const to = '2022-07-03T00:00:10Z'
  expect(config).toMatchObject({ simulated: true, replay: { source: 'strikes', from, to } })
  expect(await server.heard(/a replay of (.*)/)).toBe(
    `strikes, ${from} to ${to}. Strikes in the file: 1, lines left out: 1 (line 2: no time: "soon").`,
  )
  server.disconnect()
  expect(await server.ended).toBe(0)
})

// Where no file may grow, writing fails as on a full disk.
it.skipIf(process.platform !== 'linux')('starts on a full disk, reports that, and serves live data', async () => {
  const server = startServerProcess(
    root,
    { DATA_DIR: join(root, 'full'), SIMULATOR_RATE: '5' },
    { filesMayGrow: false },
  )
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
