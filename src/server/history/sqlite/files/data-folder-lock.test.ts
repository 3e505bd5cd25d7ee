import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../testing/history-kit.ts'
import { makeFolder } from '../../data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'

it.each(['', '12345'])('one process has a data folder at a time; its lock file was %j', (text) => {
  const dir = temporaryFolder()
  makeFolder(dir)
  writeFileSync(join(dir, '.lock'), text)
  const first = lockDataFolder(dir)
  expect(first).toHaveProperty('release')
  expect(lockDataFolder(dir, 10)).toEqual({
    problem: `DATA_DIR: ${dir} is in use by another Brontide. Stop that one, or set another DATA_DIR.`,
  })
  if ('release' in first) first.release()
  expect(lockDataFolder(dir, 10)).toHaveProperty('release')
  expect(readdirSync(dir)).toEqual(['.lock'])
})

it('is skipped if nothing can be written', () => {
  const dir = join(temporaryFolder(), 'missing')
  expect(lockDataFolder(dir, 10)).toHaveProperty('release')
  expect(existsSync(dir)).toBe(false)
})
