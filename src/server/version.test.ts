import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/history-kit.ts'
import { makeFolder } from './history/data-folder.ts'
import { packageVersion, readVersion } from './version.ts'

it('names the commit of a release, and its build', () => {
  const root = temporaryFolder()
  makeFolder(root)
  const write = (manifest: object) => writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  write({ version: '1.2.3' })
  expect(packageVersion(root)).toBe('1.2.3')
  expect(readVersion(root, ['a'])).toMatch(/^1\.2\.3\+[0-9a-f]{8}$/)
  write({ version: '1.2.3', commit: '3e868482' })
  expect(packageVersion(root)).toBe('1.2.3+3e868482')
  expect(readVersion(root, ['a'])).toMatch(/^1\.2\.3\+3e868482\.[0-9a-f]{8}$/)
  expect(readVersion(root, ['a'])).not.toBe(readVersion(root, ['b']))
})
