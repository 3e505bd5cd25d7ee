import { parseArgs } from 'node:util'
import type { Contingency } from '../src/core/verification/contingency.ts'
import type { HorizonScores } from '../src/testing/nowcast/verification.ts'
import { verify } from '../src/testing/nowcast/verification.ts'
import { casesOf } from './nowcast/cases.ts'

const USAGE = `npm run -s nowcast:verify -- --file F --box S,W,N,E --from ISO --to ISO [--json]

How good \`npm run nowcast\` is on a file of strikes (time_unix_ns,lat,lon[,...], gzipped or not), compared with persistence
(strikes of the last ten minutes continue) and one motion for the whole box. Places are a grid of 0.15 degrees with rings of 16 km,
forecasts each five minutes. "onset" are places without a strike in the last ten minutes. Times are UTC.
`

try {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      box: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(USAGE)
  else {
    if (!values.file) throw new Error('--file is missing')
    const cases = casesOf({
      file: values.file,
      box: readBox(values.box),
      fromMs: readTime('--from', values.from),
      toMs: readTime('--to', values.to),
    })
    if (cases.length === 0) throw new Error('no strike in that box and period')
    const scores = verify(cases)
    process.stdout.write(values.json ? `${JSON.stringify(scores)}\n` : tableOf(scores, cases.length))
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}

function readBox(text = '') {
  const [south, west, north, east] = text.split(',').map(Number) as [number, number, number, number]
  const isBox = [south, west, north, east].every(Number.isFinite) && south < north && west < east
  if (!isBox) throw new Error(`--box is "${text}": allowed is S,W,N,E in degrees, like 43.3,-75.7,45,-71.6`)
  return { south, west, north, east }
}

function readTime(name: string, text = ''): number {
  const ms = Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
  if (Number.isNaN(ms)) throw new Error(`${name} is "${text}": allowed is a time like 2026-08-08T18:30Z`)
  return ms
}

function tableOf(scores: readonly HorizonScores[], cases: number): string {
  const three = ({ pod, far, csi }: Contingency) => [pod, far, csi].map((each) => each.toFixed(2)).join(' ')
  const lines = scores.flatMap(({ minutes, nowcast, plain, persistence, brier, reliability }) => [
    `${minutes} min (POD FAR CSI)    all              onset`,
    `  nowcast              ${three(nowcast.all)}   ${three(nowcast.onset)}`,
    `  one motion           ${three(plain.all)}   ${three(plain.onset)}`,
    `  persistence          ${three(persistence.all)}`,
    `  Brier score ${brier.nowcast.toFixed(4)}, of persistence ${brier.persistence.toFixed(4)}, skill ${brier.skill.toFixed(2)}`,
    `  said, happened (cases): ${reliability
      .filter((bin) => bin.cases > 0)
      .map((bin) => `${bin.said.toFixed(2)} ${bin.happened.toFixed(2)} (${bin.cases})`)
      .join('  ')}`,
  ])
  return `${cases} cases\n${lines.join('\n')}\n`
}
