import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fingerprint } from './builds.mjs'

let base
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'brontide-inputs-'))
  mkdirSync(join(base, 'src', 'app'), { recursive: true })
  writeFileSync(join(base, 'src', 'app', 'main.tsx'), 'one')
  writeFileSync(join(base, 'index.html'), 'page')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const print = () => fingerprint(base, ['src', 'index.html', 'absent'], /\.test\.ts$/)

it('is the same until an input changes', () => {
  const before = print()
  expect(print()).toBe(before)
  writeFileSync(join(base, 'src', 'app', 'main.tsx'), 'two')
  expect(print()).not.toBe(before)
})

it('changes when a file is added or removed, and ignores excluded files', () => {
  const before = print()
  writeFileSync(join(base, 'src', 'app', 'main.test.ts'), 'a test')
  expect(print()).toBe(before)
  writeFileSync(join(base, 'src', 'app', 'more.ts'), '')
  expect(print()).not.toBe(before)
})
