import type { MeasuredCell } from './measure-cell.ts'
import type { Cell } from './page.ts'

export interface Row extends Cell {
  /** Null where it did not catch up. */
  measured: MeasuredCell | null
}

interface Goal {
  goal: string
  /** The measured value; null if its cells were not measured. */
  value: number | null
  met: boolean
}

/** Limits at 1,000,000 strikes and 2,000 a second. */
const GOALS = { batchMs: 10, frameMs: 0.2, gpuBytes: 16, jsBytes: 24, cheaper: 8, pickMs: 4 }
const ALIVE = 1_000_000
const RATE = 2_000

export function goalsOf(rows: readonly Row[]): Goal[] {
  const at = rows.filter(({ alive, rate }) => alive === ALIVE && rate === RATE)
  const ours = at.find(({ subject }) => subject === 'ours')
  if (!ours?.measured) return []
  const { measured } = ours
  const times = timesCheaper(ours, rows)
  const found: Goal[] = [
    atMost('ms of main thread for a batch', measured.batchMs, GOALS.batchMs),
    atMost('ms of our code in a frame', measured.frameMs, GOALS.frameMs),
    atMost('long tasks', measured.longTasks, 0),
    atMost('bytes a strike on the GPU', measured.gpuBytes / ALIVE, GOALS.gpuBytes),
    atMost('bytes a strike in JavaScript', measured.jsBytes / ALIVE, GOALS.jsBytes),
    atMost('ms to pick', measured.pickMs ?? Number.POSITIVE_INFINITY, GOALS.pickMs),
  ]
  if (times !== null) {
    found.push({
      goal: `at least ${GOALS.cheaper} times less CPU than the best of the others`,
      value: times,
      met: times >= GOALS.cheaper,
    })
  }
  return found
}

/** Ratio of the CPU of the best other subject in the same cell; null for the other subjects. */
export function timesCheaper({ subject, alive, rate, measured }: Row, rows: readonly Row[]): number | null {
  const others = rows.filter((each) => each.alive === alive && each.rate === rate && isOther(each.subject))
  const known = others.flatMap((each) => each.measured?.cpuMs.median ?? [])
  return subject !== 'ours' || !measured || known.length === 0 ? null : Math.min(...known) / measured.cpuMs.median
}

function isOther(subject: Cell['subject']): boolean {
  return subject !== 'ours' && subject !== 'nothing'
}

function atMost(what: string, value: number, most: number): Goal {
  return { goal: `at most ${most} ${what}`, value, met: value <= most }
}

const COLUMNS = [
  'CPU ms/s',
  'quartiles',
  'pairs',
  'of it JS',
  'frames/s',
  'bare ms/s',
  'times less',
  'ms/batch',
  'worst',
  'ms/frame',
  'drawn/s',
  'on screen',
  'long tasks',
  'JS B',
  'GPU B',
  'pick ms',
]

const WORDS = [
  'CPU: main thread per second of strikes, beyond equal frames without strikes; median and quartiles of the given number of',
  'pairs with and without. JS: its share in scripts and their calls. GPU drawing is reduced meanwhile, since software',
  'rendering uses the same cores. Frames/s: of these runs, each requested 33 ms after the previous one, as on the page. Bare:',
  'the cost without strikes, on the map alone or on a canvas of deck.gl without layers. Times less: than the best of the',
  'others. All else is measured unmodified. Batch: the call, ours with its upload; the others continue in workers and later',
  'tasks. Frame: our own part for ours, the complete frame of the map or deck.gl for theirs. Drawn/s: frames drawn on this',
  'machine. JS B: the main thread only, without the memory of GeoJSON sources in workers.',
]

export function printTable(rows: readonly Row[], goals: readonly Goal[], say: (line: string) => void): void {
  say('')
  say(
    `${'alive'.padStart(8)}${'new/s'.padStart(7)}  ${'subject'.padEnd(16)}${COLUMNS.map((name) => name.padStart(12)).join('')}`,
  )
  for (const row of rows) {
    const { alive, rate, subject, measured } = row
    const head = `${String(alive).padStart(8)}${String(rate).padStart(7)}  ${subject.padEnd(16)}`
    if (!measured) {
      say(`${head}   never caught up`)
      continue
    }
    const values = [
      number(measured.cpuMs.median, 2),
      `${number(measured.cpuMs.lower, 1)} to ${number(measured.cpuMs.upper, 1)}`,
      String(measured.pairs),
      number(measured.scriptMs.median, 2),
      number(measured.framesPerSecond, 0),
      number(measured.bareMs, 1),
      subject === 'ours' ? number(timesCheaper(row, rows), 1) : '',
      number(measured.batchMs, 2),
      number(measured.batchWorstMs, 1),
      number(measured.frameMs, 3),
      number(measured.frames / measured.seconds, 0),
      measured.onScreenMs === null ? 'never' : `${number(measured.onScreenMs, 0)} ms`,
      measured.longTasks === 0 ? '0' : ` ${measured.longTasks} (${number(measured.longestTaskMs, 0)} ms)`,
      number(measured.jsBytes / alive, 1),
      number(measured.gpuBytes / alive, 1),
      number(measured.pickMs, 2),
    ]
    say(`${head}${values.map((value) => value.padStart(12)).join('')}`)
  }
  say('')
  for (const line of WORDS) say(line)
  for (const { goal, value, met } of goals) say(`${met ? 'met    ' : 'NOT MET'}  ${goal}: ${number(value, 2)}`)
}

function number(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) ? '–' : value.toFixed(digits)
}
