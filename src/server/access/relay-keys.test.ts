import { expect, it } from 'vitest'
import { problemText } from '../../core/problems/problem-text.ts'
import { readRelayKeys } from './relay-keys.ts'

it('reads the name of each key, remarks and empty lines apart', () => {
  const read = readRelayKeys('# ours\n\ntower: sk-tower-key-1\r\ntower:sk-tower-key-2\n塔台 2 : sk-other-key\n')
  expect(read.ok && [...read.value]).toEqual([
    ['sk-tower-key-1', 'tower'],
    ['sk-tower-key-2', 'tower'],
    ['sk-other-key', '塔台 2'],
  ])
})

it.each([
  ['tower: sk-good-key\nsk-hunter2', 'line 2: has no name'],
  ['sk-hunter2: sk-hunter2-too', 'line 1: has an invalid name'],
  [': sk-hunter2', 'line 1: has an invalid name'],
  ['tower: hunter2', 'line 1: has an invalid key'],
  ['tower: sk-', 'line 1: has an invalid key'],
  ['tower: sk-hunter2 hunter2', 'line 1: has an invalid key'],
  ['\n\na: sk-hunter2-1\nb: sk-hunter2-1', 'line 4: repeats the key of another line'],
  ['# none', 'contains no key: write one name: sk-… a line'],
])('refuses %j by the number of its line, and never repeats it', (text, complaint) => {
  const read = readRelayKeys(text)
  expect(read.ok ? [] : read.problems.map((problem) => problemText(problem))).toEqual([
    expect.stringContaining(complaint),
  ])
  expect(JSON.stringify(read)).not.toContain('hunter2')
})
