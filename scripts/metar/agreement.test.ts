import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/core/util/random.ts'
import { compare, type ReferenceReport, SEVEN_VALUES } from './agreement.ts'
import { decodedValues } from './decoded-values.ts'

const file = join(import.meta.dirname, '../../data/metar-reference.jsonl.gz')
const reports = gunzipSync(readFileSync(file))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ReferenceReport)

/** Fields compared and fields that agree, of the reports in `areas`. */
function tally(among: readonly ReferenceReport[]) {
  const fields = new Map<string, { compared: number; agree: number }>()
  let whole = 0
  for (const report of among) {
    const result = compare(decodedValues(report.raw), report)
    if (SEVEN_VALUES.every((field) => result.get(field) ?? true)) whole++
    for (const [field, agrees] of result) {
      const sum = fields.get(field) ?? { compared: 0, agree: 0 }
      fields.set(field, { compared: sum.compared + 1, agree: sum.agree + Number(agrees) })
    }
  }
  return { fields, whole }
}

describe('against values that others read from the same reports', () => {
  it('agrees in all seven values in 99.5 % of all reports', () => {
    expect(reports.length).toBeGreaterThan(5_000)
    expect(tally(reports).whole / reports.length).toBeGreaterThanOrEqual(0.995)
  })

  it('agrees in every field in 99.5 % of all reports', () => {
    const { fields } = tally(reports)
    const poor = [...fields].filter(([, { compared, agree }]) => agree / compared < 0.995)
    expect(fields.size).toBeGreaterThan(20)
    expect(poor).toEqual([])
  })

  it('agrees in every field of every Chinese report', () => {
    const chinese = reports.filter(({ area }) => area === 'CN')
    expect(chinese.length).toBeGreaterThan(400)
    const wrong = chinese.flatMap((report) => {
      const fields = [...compare(decodedValues(report.raw), report)].filter(([, agrees]) => !agrees)
      return fields.map(([field]) => `${field}: ${report.raw}`)
    })
    expect(wrong).toEqual([])
  })
})

it('throws on none of 100,000 damaged reports, and answers each with numbers or null', () => {
  const random = seededRandom(20_260_701)
  for (let i = 0; i < 100_000; i++) {
    const raw = damaged(reports[i % reports.length]!.raw, random)
    const values = decodedValues(raw)
    const numbers = Object.values(values).filter((value) => typeof value === 'number')
    if (!numbers.every(Number.isFinite)) throw new Error(`${raw}: ${JSON.stringify(values)}`)
  }
})

const SCRAPS = [
  '/',
  '//',
  '=',
  'M',
  'P',
  'V',
  ' ',
  '9',
  '0',
  'Q',
  'RMK ',
  'NIL ',
  'R01/',
  'KT',
  '\n',
  '中',
  '\u0000',
  '😀',
]

/** A few cuts, repeats, swaps and scraps, as a bad line or a bad hand would make them. */
function damaged(raw: string, random: () => number): string {
  const below = (count: number) => Math.floor(random() * count)
  let text = raw
  for (let times = 1 + below(4); times > 0; times--) {
    const at = below(text.length + 1)
    const to = at + below(8)
    switch (below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(to)
        break
      case 1:
        text = text.slice(0, to) + text.slice(at)
        break
      case 2:
        text = text.slice(0, at) + SCRAPS[below(SCRAPS.length)] + text.slice(at)
        break
      case 3:
        text = text.slice(0, at) + String.fromCharCode(32 + below(95)) + text.slice(at + 1)
        break
      case 4:
        text = text.slice(0, at)
        break
      default: {
        const words = text.split(' ')
        const [word = ''] = words.splice(below(words.length), 1)
        words.splice(below(words.length + 1), 0, word)
        text = words.join(' ')
      }
    }
  }
  return text
}
