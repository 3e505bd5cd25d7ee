import { expect, it } from 'vitest'
import { countBrowser, countUnit } from './suites.mjs'

it('counts the tests of a report', () => {
  expect(countUnit({ numPassedTests: 12, numFailedTests: 0 }, 0)).toEqual({ passed: 12, failed: 0, names: [] })
  expect(countUnit({ numPassedTests: 10, numFailedTests: 2 }, 1)).toMatchObject({ passed: 10, failed: 2 })
  expect(countBrowser({ stats: { expected: 5, flaky: 1, unexpected: 2 } }, 1)).toMatchObject({ passed: 6, failed: 2 })
})

it('counts as one failure what broke without failing a test, and a run without tests', () => {
  const ended = (code, passed) => [`Vitest ended with code ${code} after ${passed} passed tests and no failed one`]
  expect(countUnit({ numPassedTests: 12, numFailedTests: 0 }, 1)).toEqual({
    passed: 12,
    failed: 1,
    names: ended(1, 12),
  })
  expect(countUnit(null, 1)).toEqual({ passed: 0, failed: 1, names: ended(1, 0) })
  expect(countUnit({ numPassedTests: 0, numFailedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1, names: ended(0, 0) })
  expect(countBrowser(null, 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('names what failed: a test with its file and the first line of its message, or a file that did not load', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds' }] },
    {
      name: 'b.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'divides', failureMessages: ['expected 1 to be 2\n at b.test.ts'] },
      ],
    },
    { name: 'c.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
  ]
  expect(countUnit({ numPassedTests: 1, numFailedTests: 1, testResults }, 1).names).toEqual([
    'b.test.ts › divides: expected 1 to be 2',
    'c.test.ts: No such module',
  ])
})

it('names the journeys that failed, however deep in their files', () => {
  const good = { ok: true, file: 'a.spec.ts', line: 3, title: 'opens' }
  const bad = { ok: false, file: 'a.spec.ts', line: 9, title: 'closes' }
  const suites = [{ specs: [good], suites: [{ specs: [bad] }] }]
  expect(countBrowser({ stats: { expected: 1, unexpected: 1 }, suites }, 1).names).toEqual(['a.spec.ts:9 › closes'])
})
