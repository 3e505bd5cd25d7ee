import { expect, it } from 'vitest'
import { problemSchema } from '../../contract/problems.ts'
import { issueFault, type SchemaIssue } from './issue-fault.ts'
import { parseJson } from './json-problem.ts'
import { type Fault, faultOf, problemAt, receivedText } from './problem.ts'
import { problemText } from './problem-text.ts'
import { PROBLEM_VALUES } from './problem-values.ts'

it('names location, allowed and received values in both languages', () => {
  const fault = faultOf('place-rings', { least: 0.5, most: 50, received: '[8, 5]' })
  const problem = problemAt(fault, { entry: 'feature', number: 2, id: 'golf', field: 'ringsKm' })
  expect(problemText(problem)).toBe(
    'feature 2 (golf): ringsKm must be one to four growing distances from 0.5 to 50 km, got [8, 5]',
  )
  expect(problemText(problem, 'zh')).toBe(
    '第 2 个要素（golf）：ringsKm 须为 1 至 4 个递增的距离（0.5 至 50 km），实际为 [8, 5]',
  )
  expect(problemText(problemAt(faultOf('type', { type: 'array', received: '' }), { field: 'places' }), 'zh')).toBe(
    'places 须为列表，实际缺失',
  )
})

it('has a text for every code, and shows unknown codes', () => {
  for (const code of Object.keys(PROBLEM_VALUES)) {
    const problem = { ...problemAt(faultOf('json')), code }
    for (const lang of ['en', 'zh'] as const) expect(problemText(problem, lang)).not.toContain(`(${code})`)
  }
  const unknown = problemAt({ code: 'constructor', values: {} } as unknown as Fault)
  expect(problemText(unknown)).toBe('is invalid (constructor)')
  expect(problemText(unknown, 'zh')).toBe('不符合要求（constructor）')
})

it.each([
  ['x'.repeat(1_000_000), 100],
  [Array.from({ length: 1_000_000 }, () => 'x'), 100],
  [Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${i}${'x'.repeat(500)}`, i])), 100],
  [[[[[[1]]]]], 100],
])('shows a value of any size in a line', (value, most) => {
  const received = receivedText(value)
  expect(received.length).toBeLessThan(most)
  const problem = problemAt(
    { code: 'form', values: { received, allowed: 'y'.repeat(10_000) } },
    { id: 'z'.repeat(9_999) },
    'd'.repeat(9_999),
  )
  expect(problemSchema.safeParse(problem).success).toBe(true)
  expect(JSON.stringify(problem).length).toBeLessThan(2_000)
})

it.each([
  ['minzoom', 'minzoom'],
  ['x-key', 'x-key'],
  ['https://a.example/?key=hunter2', '…'],
  ['sk-hunter2', '…'],
  ['hunter2'.repeat(9), '…'],
])('repeats no name of a file that holds secrets unless it is a plain one: %s', (name, field) => {
  const issues: SchemaIssue[] = [
    { code: 'unrecognized_keys', path: [], keys: [name], message: '' },
    { code: 'invalid_type', path: [name], expected: 'string', message: '' },
  ]
  for (const issue of issues) expect(issueFault(issue, { [name]: 7 }, { hidesTexts: true }).field).toBe(field)
  expect(issueFault(issues[0]!, {}).field).toBe(name)
})

it('repeats no text of a file that holds secrets', () => {
  for (const value of ['hunter2', ['hunter2'], { a: 'hunter2' }, { hunter2: 1 }])
    expect(receivedText(value, { hidesTexts: true })).not.toContain('hunter2')
  expect([7, true, null].map((value) => receivedText(value, { hidesTexts: true }))).toEqual(['7', 'true', 'null'])
})

it.each<[SchemaIssue, unknown, string]>([
  [{ code: 'invalid_type', expected: 'array', path: ['a'], message: 'm' }, { a: 1 }, 'a must be a list, got 1'],
  [{ code: 'invalid_type', expected: 'int', path: [], message: 'm' }, undefined, 'must be a whole number, got nothing'],
  [
    { code: 'too_small', origin: 'number', minimum: 1, path: ['a'], message: 'm' },
    { a: 0 },
    'a must be at least 1, got 0',
  ],
  [
    { code: 'too_big', origin: 'string', maximum: 2, path: ['a'], message: 'm' },
    { a: 'xyz' },
    'a must have at most 2 characters, got "xyz"',
  ],
  [
    { code: 'too_small', origin: 'array', minimum: 1, path: ['a'], message: 'm' },
    { a: [] },
    'a must not be empty, got []',
  ],
  [
    { code: 'invalid_value', values: [10, 15], path: ['a'], message: 'm' },
    { a: 20 },
    'a must be one of 10, 15, got 20',
  ],
  [{ code: 'invalid_format', path: ['a'], message: 'must be a thing' }, { a: 'b' }, 'a must be a thing, got "b"'],
  [
    { code: 'invalid_format', path: ['a'], message: 'time-zone' },
    { a: 'b' },
    'a must be an IANA time zone such as Asia/Shanghai, got "b"',
  ],
  [
    { code: 'custom', params: { problem: 'range', least: 0, most: 1 }, path: [0, 'a'], message: 'm' },
    [{ a: 3 }],
    '0.a must be a number from 0 to 1, got 3',
  ],
  [
    { code: 'unrecognized_keys', keys: ['b', 'c'], path: [], message: 'm' },
    { b: 1 },
    'b is not a setting: allowed are x, y',
  ],
])('maps a schema issue to its text: %j', (issue, input, text) => {
  const { fault, field, detail } = issueFault(issue, input, { settings: ['x', 'y'] })
  expect(problemText(problemAt(fault, { field }, detail))).toBe(text)
})

it.each([
  ['{"a": 1,\n "b": 2,\n}', 'is not valid JSON at line 3, column 1'],
  ['{"a": 1', 'is not valid JSON at line 1, column 8'],
  ['', 'is not valid JSON at line 1, column 1'],
  ['hunter2', 'is not valid JSON at line 1, column 1'],
  ['{"a": 1,\n "b": tru }', 'is not valid JSON at line 2, column 10'],
  [`[${'1, '.repeat(50)}\n"a", hunter2, }]`, 'is not valid JSON at line 2, column 6'],
  [`${'[ '.repeat(64)}a`, 'is not valid JSON'],
])('reports that %j is invalid JSON, without quoting it', (text, said) => {
  const read = parseJson(text)
  expect(read.ok ? '' : problemText(problemAt(read.fault))).toBe(said)
})
