import { parseArgs } from 'node:util'
import { type Measured, report } from './lib/measured-table.ts'
import { type Audited, audit, CATEGORIES, type Form, SIZES } from './lighthouse/audit.ts'
import { serveOpeningPages } from './open/opening-pages.ts'

/**
 * `npm run bench:lighthouse`: Lighthouse on the page and on a bare MapLibre page with the same base map and window, on a
 * desktop and on a phone.
 */

const USAGE = `npm run bench:lighthouse -- [flags]
  --runs N      runs of each page on each device, alternating, default 3
  --only NAME   desktop or mobile
  --page DIR    another build of the page, default dist/page
  --json        the numbers as JSON
`

/** Points of the performance score that the page may lose against the bare page. */
const BELOW_BARE_MAX: Record<Form, number> = { desktop: 5, mobile: 10 }
/** The picture of the land, or the map, which browsers do not count so far. */
const MAP = /^(?:DIV id='land'|CANVAS)/

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    page: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else await run(Number(values.runs))

interface Pair {
  ours: Audited
  bare: Audited
}

async function run(runs: number): Promise<void> {
  const forms = (['desktop', 'mobile'] as const).filter((form) => (values.only ?? form) === form)
  const pages = await serveOpeningPages(values.page)
  const rows: Measured[] = []
  const remarks: string[] = []
  try {
    await fetch(pages.url).then((answer) => answer.text()) // the code of the server's first response is not compiled yet
    for (const form of forms) {
      const bare = new URL(pages.bareAddress('/', SIZES[form]), pages.url).href
      const pairs: Pair[] = []
      // Alternating, so that load by other programs affects both.
      for (let i = 0; i < runs; i++) pairs.push({ ours: await audit(pages.url, form), bare: await audit(bare, form) })
      rows.push(...rowsOf(form, pairs))
      remarks.push(...remarksOf(form, pairs))
    }
  } finally {
    await pages.close()
  }
  const say = (text: string) => void (values.json ? process.stderr : process.stdout).write(`${text}\n`)
  say(`Medians of ${runs}; the network and the phone's processor are simulated by Lighthouse, WebGL is software.`)
  report(rows, values.json)
  for (const remark of remarks) say(remark)
}

function rowsOf(form: Form, pairs: readonly Pair[]): Measured[] {
  const told = (what: string, unit: string, pick: (audited: Audited) => number): Measured[] => [
    { what: `${form}: ${what}`, measured: median(pairs.map(({ ours }) => pick(ours))), unit, atMost: null },
    { what: '  bare page', measured: median(pairs.map(({ bare }) => pick(bare))), unit, atMost: null },
  ]
  const performance = told('performance', '', ({ scores }) => scores.performance)
  const [ours, bare] = performance.map(({ measured }) => measured) as [number, number]
  return [
    ...performance,
    { what: '  points below the bare page', measured: bare - ours, unit: '', atMost: BELOW_BARE_MAX[form] },
    ...told('largest paint', 'ms', ({ largestPaintMs }) => largestPaintMs),
    {
      what: '  runs in which it was neither the map nor its picture',
      measured: pairs.filter((pair) => !MAP.test(pair.ours.largest)).length,
      unit: '',
      atMost: 0,
    },
    ...told('blocking', 'ms', ({ blockingMs }) => blockingMs),
    ...told('first paint', 'ms', ({ firstPaintMs }) => firstPaintMs),
    ...told('speed index', 'ms', ({ speedIndexMs }) => speedIndexMs),
    ...told('layout shift', '', ({ layoutShift }) => layoutShift),
    ...CATEGORIES.slice(1).map((id) => ({
      what: `${form}: ${id}, points below 100`,
      measured: 100 - median(pairs.map((pair) => pair.ours.scores[id])),
      unit: '',
      atMost: 0,
    })),
  ]
}

function remarksOf(form: Form, pairs: readonly Pair[]): string[] {
  const failed = new Set(pairs.flatMap(({ ours }) => ours.failed))
  const scores = (pick: (pair: Pair) => Audited) => pairs.map((pair) => pick(pair).scores.performance).join(', ')
  return [
    `${form}: performance ${scores(({ ours }) => ours)}; bare page ${scores(({ bare }) => bare)}`,
    `${form}: largest paint: ${[...new Set(pairs.map(({ ours }) => ours.largest))].join(', ')}`,
    ...[...failed].map((each) => `${form}: failed ${each}`),
  ]
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
