import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodedValues } from '../../../scripts/metar/decoded-values.ts'
import { seededRandom } from '../../core/util/random.ts'
import type { ReferenceReport } from './agreement.ts'

/** Reports with the values that others read from them. */
export function readReferenceReports(): ReferenceReport[] {
  const file = join(import.meta.dirname, '../../../data/metar-reference.jsonl.gz')
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line) as ReferenceReport)
}

/** Decodes this many damaged reports; throws if a result has values other than finite numbers or null. */
export function decodeDamaged(count: number): void {
  const reports = readReferenceReports()
  const random = seededRandom(20_260_701)
  for (let i = 0; i < count; i++) {
    const raw = damaged(reports[i % reports.length]!.raw, random)
    const values = decodedValues(raw)
    const numbers = Object.values(values).filter((value) => typeof value === 'number')
    if (!numbers.every(Number.isFinite)) throw new Error(`${raw}: ${JSON.stringify(values)}`)
  }
}

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
