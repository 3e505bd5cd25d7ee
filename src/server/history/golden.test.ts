import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { recordsOf } from '../../core/strikes/strike-block.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { START_MS, setUpHistory, temporaryFolder } from '../../testing/history-kit.ts'
import { createLocalAccessStore } from '../access/store/local-access-store.ts'
import { createLog } from '../config/log.ts'
import { blocksOf } from './packing.ts'

/**
 * Stored files as written by earlier builds. A build with another format adds files under the next number, and leaves
 * these unchanged: they must remain readable.
 */
const GOLDEN = join(import.meta.dirname, '../../testing/golden')
const HOUR_MS = 3_600_000

const filesOf = (form: RegExp) => readdirSync(GOLDEN).filter((name) => form.test(name))
const golden = (name: string) => readFileSync(join(GOLDEN, name))
const expected = parseJsonExact(golden('strikes.json').toString()) as StrikeRecord[]

it.each(filesOf(/^frames-\d+\.bin$/))('%s has the same strikes as before, every digit of every field', (name) => {
  const read = blocksOf(new Uint8Array(golden(name))).flatMap((block) => recordsOf(block, { exact: true }))
  expect(read.map((record) => ({ ...record }))).toEqual(expected)
})

it.each(filesOf(/^history-\d+\.sqlite$/))('%s is opened, read and written, with nothing set aside', async (name) => {
  const dir = temporaryFolder()
  copyFileSync(join(GOLDEN, name), join(dir, 'test.sqlite'))
  const kit = setUpHistory({ dir })
  const { history, batch, ids } = kit
  const before = expected.map(strikeIdentity)
  expect((await ids()).sort()).toEqual([...before].sort())
  expect(await history.missing('lightning', START_MS - HOUR_MS, START_MS)).toEqual([
    { fromMs: START_MS - HOUR_MS / 2, toMs: START_MS - HOUR_MS / 3 },
  ])
  const [reports = []] = await Array.fromAsync(history.reports(START_MS - HOUR_MS, START_MS))
  expect(reports.map(({ icao }) => icao)).toEqual(['ZSPD'])
  expect(await history.notes.get('a note')).toBe('of an earlier build')
  expect(await history.status()).toMatchObject({ state: 'ok', notice: null, damagedMinutes: 0, strikes: 3 })
  await batch({ ...expected[0]!, lat: 1 })
  await kit.reopen()
  expect(await ids()).toHaveLength(4)
  expect(readdirSync(dir).filter((file) => !file.startsWith('test.sqlite'))).toEqual([])
})

it.each(filesOf(/^access-\d+\.json$/))('%s still has walls and sign-outs', async (name) => {
  const file = join(temporaryFolder(), 'access.json')
  copyFileSync(join(GOLDEN, name), file)
  const store = createLocalAccessStore({ file, clock: createFakeClock(), log: createLog('silent', { write() {} }) })
  expect(await store.walls()).toMatchObject([{ name: 'a wall' }])
})

it('has a file of each format', () => {
  expect([/^frames-1/, /^history-1/, /^access-1/].map((form) => filesOf(form).length)).toEqual([1, 1, 1])
})
