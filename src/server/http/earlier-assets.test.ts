import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { loadStaticFiles } from '../web/static.ts'
import { withEarlierAssets } from './earlier-assets.ts'

const clock = createFakeClock()
let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brontide-assets-'))
  said = []
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** Starts the build of that name on the same disk; returns the served files. */
async function start(build: string, dir = join(folder, 'data')) {
  const built = join(folder, build)
  mkdirSync(join(built, 'assets'), { recursive: true })
  writeFileSync(join(built, 'index.html'), `loads /assets/part-${build}.js`)
  writeFileSync(join(built, 'about.txt'), build)
  writeFileSync(join(built, 'assets', `part-${build}.js`), build)
  writeFileSync(join(built, 'assets', `part-${build}.js.br`), `${build} in short`)
  await clock.advance(MINUTE_MS)
  const log = pino({}, { write: (line) => void said.push(line) })
  const files = withEarlierAssets({ page: loadStaticFiles(built), built, dir, clock, log })
  return (path: string) => {
    const file = files.get(path)
    return file ? new TextDecoder().decode(file.body) : null
  }
}

it('serves the files of the previous build beside its own', async () => {
  await start('a')
  const get = await start('b')
  expect([get('/assets/part-a.js'), get('/assets/part-b.js')]).toEqual(['a', 'b'])
})

it('serves nothing else of the previous build', async () => {
  await start('a')
  const get = await start('b')
  expect([get('/index.html'), get('/about.txt')]).toEqual(['loads /assets/part-b.js', 'b'])
})

it('keeps two builds, the last ones that ran', async () => {
  for (const build of ['a', 'b', 'a', 'c']) await start(build)
  const get = await start('c')
  expect([get('/assets/part-a.js'), get('/assets/part-b.js'), get('/assets/part-c.js')]).toEqual(['a', null, 'c'])
  expect(readdirSync(join(folder, 'data', 'page'))).toHaveLength(2)
})

it('ignores an unfinished copy', async () => {
  await start('a')
  mkdirSync(join(folder, 'data', 'page', '.unfinished', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'data', 'page', '.unfinished', 'assets', 'half.js'), 'half')
  await start('b')
  const get = await start('c')
  expect([get('/assets/part-b.js'), get('/assets/half.js')]).toEqual(['b', null])
})

it('serves the page on a read-only disk, and reports that', async () => {
  writeFileSync(join(folder, 'full'), '')
  const get = await start('a', join(folder, 'full'))
  expect(get('/assets/part-a.js')).toBe('a')
  expect(said.join()).toContain('may fail to load parts')
})
