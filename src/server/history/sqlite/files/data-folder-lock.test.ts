import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../testing/history-kit.ts'
import { makeFolder } from '../../data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'

it('one process has a data folder at a time, and the next one as soon as it is released', () => {
  const dir = temporaryFolder()
  makeFolder(dir)
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
