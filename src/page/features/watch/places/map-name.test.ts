import { expect, it } from 'vitest'
import { mapName } from './map-name.ts'

it('leaves a name as it is that the map can break', () => {
  for (const name of [
    'East Golf Course, halfway house and driving range',
    '上海浦东国际机场东侧货运区及周边塔吊作业区',
  ]) {
    expect(mapName(name)).toBe(name)
  }
})

it('breaks a word that is longer than a line, and leaves out the end of a name of ninety letters', () => {
  expect(mapName('Verkehrslandeplatzgesellschaft')).toBe('Verkehrslandeplatzgesell\nschaft')
  expect(mapName('A'.repeat(90))).toBe(`${'A'.repeat(24)}\n${'A'.repeat(24)}\n${'A'.repeat(11)}…`)
  expect(mapName('机'.repeat(90))).toBe(`${'机'.repeat(59)}…`)
})
