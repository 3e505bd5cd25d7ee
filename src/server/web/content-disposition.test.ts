import { expect, it } from 'vitest'
import { downloadNamed } from './content-disposition.ts'

it.each([
  ['alarms.csv', 'attachment; filename="alarms.csv"'],
  [
    'report-浦东 (1).csv',
    `attachment; filename="report-__ (1).csv"; filename*=UTF-8''report-%E6%B5%A6%E4%B8%9C%20%281%29.csv`,
  ],
  ['report-Q"; FILENAME="X.HTML', 'attachment; filename="report-Q__ FILENAME=_X.HTML"'],
  ['report-NL\r\nSet-Cookie: a=b', 'attachment; filename="report-NL Set-Cookie_ a=b"'],
  ['../../x.csv', 'attachment; filename="__.._x.csv"'],
  ['\u202e', 'attachment; filename="download"'],
])('saves %j', (name, value) => {
  expect(downloadNamed(name)).toBe(value)
  expect(new Headers({ 'content-disposition': downloadNamed(name) }).get('content-disposition')).toBe(value)
})

it('limits the length of a name', () => {
  expect(downloadNamed('东'.repeat(1_000_000)).length).toBeLessThan(1_300)
})
