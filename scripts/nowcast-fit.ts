import { writeFileSync } from 'node:fs'
import { againIn } from './nowcast/again-table.ts'
import { FIT_RINGS_KM, type FitCases, fitCasesOf, fitWindows, JUDGED_RING } from './nowcast/fit-cases.ts'
import { fitModel } from './nowcast/fit-model.ts'
import { scoresOf, shippedScores, tableOf } from './nowcast/fit-scores.ts'
import { RECORDED } from './nowcast/recorded.ts'

const USAGE = `npm run nowcast:fit -- FOLDER

Fits the shipped model of the first strike on the recorded lightning of a folder: storms.json and the files that it lists. Prints
how good it is by event, each event left out of the fit that it is judged by, and writes data/nowcast-model.json,
data/nowcast-scores.json and data/another-strike.json.
`

const folder = process.argv[2]
if (!folder) {
  process.stderr.write(USAGE)
  process.exit(2)
}

const windows = fitWindows(folder)
const all: FitCases[] = windows.map((window) => {
  const cases = fitCasesOf(window)
  process.stdout.write(`${window.name}: ${cases.count} cases\n`)
  return cases
})
const events = [...new Set(windows.filter(({ isJudged }) => isJudged).map(({ event }) => event))]
const scores = events.map((event) => {
  const others = all.filter(({ window }) => window.event !== event)
  const own = all.filter(({ window }) => window.event === event && window.isJudged)
  return scoresOf(event, own, fitModel(others, [JUDGED_RING]))
})
const table = tableOf(scores)
process.stdout.write(table)

const model = {
  fittedOn: windows.map(({ name, event, fromMs, toMs }) => {
    return { name, event, from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  }),
  ...fitModel(all),
}
write('nowcast-model', model)
write('nowcast-scores', shippedScores(scores))
write('another-strike', {
  recordedOn: RECORDED.map(({ name }) => name),
  rings: FIT_RINGS_KM.map((ringKm) => ({ ringKm, again: againIn(RECORDED, ringKm) })),
})

function write(name: string, what: object): void {
  writeFileSync(new URL(`../data/${name}.json`, import.meta.url), `${JSON.stringify(what, null, 1)}\n`)
}
