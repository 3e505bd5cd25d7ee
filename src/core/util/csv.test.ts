import { expect, it } from 'vitest'
import { csvText } from './csv.ts'

it('writes rows that every spreadsheet reads: quoted where needed, missing values empty', () => {
  expect(
    csvText([
      ['a, b', 'say "x"'],
      [1.5, null],
    ]),
  ).toBe('\ufeff"a, b","say ""x"""\r\n1.5,\r\n')
})

it('keeps spreadsheets from evaluating a text: those that begin like a formula get an apostrophe, numbers do not', () => {
  const row = ['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\tx', '-5.2', '+3', '12 - 3']
  expect(csvText([row])).toBe("\ufeff'=1+1,'+SUM(A1),'-2+3,'@cmd,\"'\tx\",-5.2,+3,12 - 3\r\n")
  expect(csvText([[-5.2]])).toBe('\ufeff-5.2\r\n')
})

it('keeps a formula behind a quote a text, also where cells are split at semicolons', () => {
  const row = ['seen;"=1+1&"', '"=1', 'say "a = b"']
  expect(csvText([row])).toBe(`\ufeff"seen;'""=1+1&""","'""=1","say ""a = b"""\r\n`)
})

it.each([
  ['seen;=HYPERLINK(A1)', "seen;'=HYPERLINK(A1)"],
  ['a\t=1', "a\t'=1"],
  ['a\n@b', "a\n'@b"],
  ['a\r\n+1', "a\r'\n'+1"],
  ['a;\n\n = 1', "a;'\n'\n' = 1"],
  ['a; -1', "a;' -1"],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['a;＝1', "a;'＝1"],
  ['a = b, c-d', 'a = b, c-d'],
  ['wait; see', 'wait; see'],
])('writes %j so that no list separator turns it into a formula', (text, written) => {
  const [, cell = ''] = /^\ufeff"?([^"]*)"?\r\n$/.exec(csvText([[text]])) ?? []
  expect(cell).toBe(written)
})
