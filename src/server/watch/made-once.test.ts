import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { madeOnceInFile } from './made-once.ts'

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
