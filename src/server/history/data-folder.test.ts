import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/history-kit.ts'
import { dataFolderProblem, foreignFileProblem } from './data-folder.ts'

it('creates the folder and its parents, and leaves no file in it', () => {
  const folder = join(temporaryFolder(), 'a', 'b')
  expect(dataFolderProblem(folder)).toBeNull()
  expect(dataFolderProblem(folder)).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

it('reports a file in place of a folder, in any part of the path', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below'), join(file, 'far', 'below')]) {
    expect(dataFolderProblem(path)).toMatch(/is a file, not a folder \((EEXIST|ENOTDIR)\)\. Set DATA_DIR to a folder/)
  }
})

it.skipIf(!existsSync('/proc/self'))('reports a folder that is not writable', () => {
  expect(dataFolderProblem('/proc/nope')).toContain('cannot write to /proc/nope')
  expect(dataFolderProblem('/proc/nope/below')).toContain('cannot write to /proc/nope/below')
  expect(dataFolderProblem('/proc')).toContain('cannot write to /proc')
})

it('names a file without access, as after a restore by root, and the command that fixes it', () => {
  const folder = temporaryFolder()
  expect(dataFolderProblem(folder)).toBeNull()
  for (const name of ['simulated.sqlite', 'access.json', 'notes.txt', 'simulated.sqlite.damaged-1'])
    writeFileSync(join(folder, name), '')
  expect(foreignFileProblem(folder)).toBeNull()
  const asked: string[] = []
  const problem = foreignFileProblem(folder, (file) => asked.push(file) === 0)
  expect(asked.map((file) => file.slice(folder.length + 1)).sort()).toEqual(['access.json', 'simulated.sqlite'])
  expect(problem).toMatch(
    /^DATA_DIR: .* and 1 more can't be read and written by the user \w+\. As root: chown -R \w+: \//,
  )
})
