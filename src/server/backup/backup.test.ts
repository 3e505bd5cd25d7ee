import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/history-kit.ts'
import { REPOSITORY, runNode, startServerProcess, temporaryRoot } from '../../testing/server-process.ts'

let root: string
beforeAll(() => {
  root = temporaryRoot()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function start(dataDir: string) {
  const server = startServerProcess(root, { DATA_DIR: dataDir, SIMULATOR_RATE: '10' })
  onTestFinished(() => server.kill('SIGKILL'))
  return server
}

async function backUp(dataDir: string, into: string) {
  const run = runNode(join(REPOSITORY, 'src/server/backup/main.ts'), { DATA_DIR: dataDir }, { args: [into] })
  const code = await run.ended
  return { code, ...run.said, folders: existsSync(into) ? readdirSync(into) : [] }
}

async function strikesOf(url: string, fromMs: number, toMs: number): Promise<string> {
  const { token } = await (await fetch(`${url}/api/token/lightning`, { method: 'POST' })).json()
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${url}/api/strikes?from=${fromMs}&to=${toMs}`, { headers })).text()
}

/** What clients that connect without a request receive, and the copies made for them. */
async function answersWithoutRequest(dataDir: string): Promise<string[]> {
  const answers: string[] = []
  for (const asked of ['', 'something else\n']) {
    const socket = createConnection(join(dataDir, 'backup.sock'))
    socket.on('data', (text) => answers.push(String(text)))
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.end(asked)
    await once(socket, 'close')
  }
  return [...answers, ...readdirSync(dataDir).filter((name) => name.startsWith('.snapshot'))]
}

it('copies the data of a running server at a request only: one started from the copy has the same past', async () => {
  const data = temporaryFolder()
  const copies = temporaryFolder()
  writeFileSync(join(data, 'access.json'), '{}')
  const server = start(data)
  const url = await server.ready
  const toMs = Date.parse((await (await fetch(`${url}/api/status`)).json()).now)
  const told = () => strikesOf(url, toMs - 240_000, toMs - 60_000)
  await expect.poll(told).not.toBe('')
  const before = (await told()).trim().split('\n')

  const { code, out, folders } = await backUp(data, copies)
  expect([code, folders]).toEqual([0, [expect.stringMatching(/^brontide-\d{8}T\d{6}Z$/)]])
  expect(out).toContain('access.json, simulated.sqlite')
  const copy = join(copies, folders[0]!)
  expect(readdirSync(copy).sort()).toEqual(['access.json', 'simulated.sqlite'])
  expect(statSync(copy).mode & 0o077).toBe(0)
  // The client has disconnected, and its temporary copies are deleted.
  await expect.poll(() => readdirSync(data).filter((name) => name.startsWith('.snapshot'))).toEqual([])
  server.kill('SIGKILL')
  await server.ended

  const restored = start(copy)
  const after = new Set((await strikesOf(await restored.ready, toMs - 240_000, toMs - 60_000)).trim().split('\n'))
  expect(before.filter((line) => !after.has(line))).toEqual([])
  expect(await answersWithoutRequest(copy)).toEqual([])
  restored.kill('SIGTERM')
  await restored.ended
  expect(restored.said.err).not.toContain('backup')
  expect(existsSync(join(copy, 'backup.sock'))).toBe(false)

  const ofStopped = await backUp(copy, join(copies, 'again'))
  expect([ofStopped.code, ofStopped.folders.length]).toEqual([0, 1])
})

it('prints its usage', async () => {
  for (const [args, code] of [
    [['--help'], 0],
    [['one', 'two'], 2],
  ] as const) {
    const run = runNode(join(REPOSITORY, 'src/server/backup/main.ts'), {}, { args: [...args] })
    expect([args, await run.ended]).toEqual([args, code])
    expect(run.said.out + run.said.err).toMatch(/^npm run backup -- FOLDER\n/)
  }
})

it('reports why nothing could be copied, and leaves no partial copy', async () => {
  const data = temporaryFolder()
  const copies = temporaryFolder()
  mkdirSync(data, { recursive: true })
  writeFileSync(
    join(data, 'upstream-1.sqlite'),
    'this is no database, but as long as the head of one would be'.repeat(20),
  )
  const damaged = await backUp(data, copies)
  expect([damaged.code, damaged.folders]).toEqual([1, []])
  expect(damaged.err).toMatch(/^No backup was made: .*not a database/)
  const missing = await backUp(join(data, 'gone'), copies)
  expect([missing.code, missing.err]).toEqual([
    1,
    expect.stringContaining('set DATA_DIR to the same folder as the server'),
  ])
})

it.runIf(process.platform === 'linux')('ends with the reason below a folder that takes no entries', async () => {
  const file = join(REPOSITORY, 'src/server/backup/main.ts')
  const run = runNode(file, { DATA_DIR: temporaryFolder() }, { args: ['/proc/backup'] })
  expect(await run.ended).toBe(1)
  expect(run.said.err).toMatch(/^No backup was made: .*\/proc\/backup/)
})
