import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { instanceInFile, madeOnceInFile } from './made-once.ts'
import { isVapidKey, newVapidKey } from './push/vapid.ts'

it('sets a damaged text aside, reports that, and makes a new one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-made-once-'))
  const file = join(folder, 'vapid.pem')
  const asides: string[] = []
  const check = { isIntact: isVapidKey, onDamage: (aside: string) => void asides.push(aside) }
  const key = madeOnceInFile(file, newVapidKey, check)
  expect(madeOnceInFile(file, newVapidKey, check)).toBe(key)
  writeFileSync(file, key.slice(0, 100))
  expect(isVapidKey(madeOnceInFile(file, newVapidKey, check))).toBe(true)
  expect([asides, readdirSync(folder)]).toEqual([['vapid.pem.damaged'], ['vapid.pem', 'vapid.pem.damaged']])
})

it('makes a text once, for its owner alone, and again if its file is empty', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-made-once-'))
  const file = join(folder, 'vapid.pem')
  expect(madeOnceInFile(file, () => 'first')).toBe('first')
  expect(madeOnceInFile(file, () => 'second')).toBe('first')
  writeFileSync(file, '')
  expect(madeOnceInFile(file, () => 'third')).toBe('third')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([
    'third',
    0o600,
    ['vapid.pem'],
  ])
})

it('makes a server id for one process where the folder takes no file, and says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-made-once-'))
  const said: unknown[] = []
  const log = { error: (...of: unknown[]) => void said.push(of) }
  expect(instanceInFile(join(folder, 'missing', 'instance'), log)).toMatch(/^[0-9a-f-]{36}$/)
  expect(said).toEqual([
    [{ error: expect.stringContaining('ENOENT') }, expect.stringContaining('server id not stored')],
  ])
  const kept = instanceInFile(join(folder, 'instance'), log)
  expect(instanceInFile(join(folder, 'instance'), log)).toBe(kept)
})
