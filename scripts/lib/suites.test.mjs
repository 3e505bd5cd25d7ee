import { expect, it } from 'vitest'
import { countBrowser, countUnit } from './suites.mjs'

it('counts the tests of a report', () => {
  expect(countUnit({ numPassedTests: 12, numFailedTests: 0 }, 0)).toEqual({ passed: 12, failed: 0 })
  expect(countUnit({ numPassedTests: 10, numFailedTests: 2 }, 1)).toEqual({ passed: 10, failed: 2 })
  expect(countBrowser({ stats: { expected: 5, flaky: 1, unexpected: 2 } }, 1)).toEqual({ passed: 6, failed: 2 })
})

it('counts as one failure what broke without failing a test, and a run without tests', () => {
  expect(countUnit({ numPassedTests: 12, numFailedTests: 0 }, 1)).toEqual({ passed: 12, failed: 1 })
  expect(countUnit(null, 1)).toEqual({ passed: 0, failed: 1 })
  expect(countUnit({ numPassedTests: 0, numFailedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 })
  expect(countBrowser(null, 0)).toEqual({ passed: 0, failed: 1 })
})
