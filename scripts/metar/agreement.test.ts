import { describe, expect, it } from 'vitest'
import { compare, SEVEN_VALUES } from '../../src/testing/metar/agreement.ts'
import { decodeDamaged, readReferenceReports } from '../../src/testing/metar/reference-reports.ts'
import { decodedValues } from './decoded-values.ts'

const reports = readReferenceReports().map((report) => ({
  ...report,
  agrees: compare(decodedValues(report.raw), report),
}))

describe('against values that others read from the same reports', () => {
  it('agrees in all seven values in 99.5 % of all reports', () => {
    expect(reports.length).toBeGreaterThan(5_000)
    const whole = reports.filter(({ agrees }) => SEVEN_VALUES.every((field) => agrees.get(field) ?? true))
    expect(whole.length / reports.length).toBeGreaterThanOrEqual(0.995)
  })

  it('agrees in every field in 99.5 % of all reports', () => {
    const fields = Map.groupBy(
      reports.flatMap(({ agrees }) => [...agrees]),
      ([field]) => field,
    )
    const poor = [...fields].filter(([, of]) => of.filter(([, agrees]) => agrees).length / of.length < 0.995)
    expect(fields.size).toBeGreaterThan(20)
    expect(poor).toEqual([])
  })

  it('agrees in every field of every Chinese report', () => {
    const chinese = reports.filter(({ area }) => area === 'CN')
    expect(chinese.length).toBeGreaterThan(400)
    const wrong = chinese.flatMap(({ raw, agrees }) =>
      [...agrees].flatMap(([field, isSame]) => (isSame ? [] : [`${field}: ${raw}`])),
    )
    expect(wrong).toEqual([])
  })
})

it('throws on none of 10,000 damaged reports, and returns numbers or null for each', () => decodeDamaged(10_000))
