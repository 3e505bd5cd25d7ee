import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { registerAccessStoreSuite } from '../../../testing/engines/access-store-suite.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createLog } from '../../config/log.ts'
import { createLocalAccessStore } from './local-access-store.ts'

const silent = createLog('silent', { write: () => {} })

function freshFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'access.json')
}

registerAccessStoreSuite('in memory', (clock) => createLocalAccessStore({ file: null, clock, log: silent }))
registerAccessStoreSuite('in a file', (clock) => createLocalAccessStore({ file: freshFile(), clock, log: silent }))

function setUp() {
  const file = freshFile()
  const clock = createFakeClock()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const open = () => createLocalAccessStore({ file, clock, log })
  const session = { id: 'a', name: null, password: 'line', startedMs: clock.now() }
  return { file, clock, lines, open, session }
}

it('has sign-outs and walls after a restart', async () => {
  const { open, session, clock } = setUp()
  const before = open()
  await before.endSession(session)
  await before.addWall({ name: 'hall', madeBy: null, code: 'code', linkUntilMs: clock.now() + 1_000 })
  await before.claimWall({ code: 'code', secret: 'x' })

  const store = open()
  expect(await store.hasEnded(session)).toBe(true)
  expect(await store.hasEnded({ ...session, id: 'b' })).toBe(false)
  expect(await store.wallOf('x')).toMatchObject({ name: 'hall' })
})

it('is readable by its owner only, and contains no usable wall secret', async () => {
  const { open, file, session } = setUp()
  await open().endSession(session)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(file, '..'))).toEqual(['access.json'])
})

it('requires new sign-ins after a damaged file, sets it aside, and reports that', async () => {
  const { open, file, session, clock, lines } = setUp()
  await open().endSession(session)
  const whole = readFileSync(file, 'utf8')
  for (const damaged of ['', '{', 'null', '[]', whole.slice(0, -5), '{"walls":[{}]}']) {
    writeFileSync(file, damaged)
    const store = open()
    expect(await store.hasEnded(session), damaged).toBe(true)
    expect(await store.hasEnded({ ...session, id: 'another' }), damaged).toBe(true)
    expect(await store.hasEnded({ ...session, startedMs: clock.now() + 1 }), damaged).toBe(false)
    await store.endSession(session)
    expect(await open().hasEnded({ ...session, id: 'another' }), 'after another start').toBe(true)
  }
  expect(lines.join('')).toContain('damaged and set aside')
  expect(readFileSync(`${file}.damaged`, 'utf8')).toContain('{"walls":[{}]}')
})

it('continues in memory if the disk is not writable, and reports that', async () => {
  const { clock, lines, session } = setUp()
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const store = createLocalAccessStore({ file: '/nowhere/access.json', clock, log })
  await store.endSession({ ...session, startedMs: clock.now() + 1 })
  expect(await store.hasEnded({ ...session, startedMs: clock.now() + 1 })).toBe(true)
  expect(lines.join('')).toContain('are lost on restart')
})

it('stores sign-outs and walls that could not be written once the disk is writable again', async () => {
  const { clock, file, open, session } = setUp()
  const said: string[] = []
  const written = Promise.withResolvers<void>()
  const write = (line: string) => {
    said.push((JSON.parse(line) as { msg: string }).msg)
    if (said.length === 2) written.resolve()
  }
  const folder = dirname(file)
  rmSync(folder, { recursive: true })
  const store = createLocalAccessStore({ file, clock, log: createLog('info', { write }) })
  await store.endSession(session)
  await store.addWall({ name: 'hall', madeBy: null, code: 'code', linkUntilMs: clock.now() + 3_600_000 })
  mkdirSync(folder)
  await clock.advance(60_000)
  await written.promise
  expect(said).toEqual([
    'access store write failed, retrying: sign-outs and walls are lost on restart',
    'access store written again',
  ])
  expect(await open().hasEnded(session)).toBe(true)
  expect(await open().walls()).toMatchObject([{ name: 'hall' }])
})
