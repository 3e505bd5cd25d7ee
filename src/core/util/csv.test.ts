import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it('writes rows that every spreadsheet reads: what needs quotes has them, what is missing is empty', () => {
  expect(
    csvText([
      ['a, b', 'say "x"'],
      [1.5, null],
    ]),
  ).toBe('\ufeff"a, b","say ""x"""\r\n1.5,\r\n')
})
