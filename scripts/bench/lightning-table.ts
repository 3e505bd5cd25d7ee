import type { Cell, Measured } from './lightning/page.ts'

export type MeasuredCell = Measured & { fillMs: number; cpuMs: number; jsBytes: number; pickMs: number | null }
export interface Row extends Cell {
  /** Null where it did not catch up. */
  measured: MeasuredCell | null
  /** Beyond what the bare map's frames take. */
  cpuMsPerSecond: number | null
}

/** What the map and the bench cost by themselves, in ms of CPU. */
export interface Idle {
  stillPerSecond: number
  /** The bare map, by how many frames it draws, most first. */
  paces: { framesPerSecond: number; perFrame: number }[]
}

/** What a frame of the bare map costs where so many are drawn a second. */
export function bareFrameMs({ paces }: Idle, framesPerSecond: number): number {
  const [fast, slow] = [paces[0]!, paces.at(-1)!]
  const span = fast.framesPerSecond - slow.framesPerSecond
  const share = span > 0 ? Math.max(0, Math.min(1, (framesPerSecond - slow.framesPerSecond) / span)) : 1
  return slow.perFrame + share * (fast.perFrame - slow.perFrame)
}

interface Goal {
  goal: string
  /** What was measured; null where the cells for it were not. */
  value: number | null
  met: boolean
}

/** What the product has set itself at 1,000,000 alive and 2,000 a second. */
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

/** How many times as much CPU the best of the others takes in the same cell; null for the others themselves. */
export function timesCheaper({ subject, alive, rate, cpuMsPerSecond }: Row, rows: readonly Row[]): number | null {
  const others = rows.filter((each) => each.alive === alive && each.rate === rate && each.subject !== 'ours')
  const known = others.map((each) => each.cpuMsPerSecond).filter((cpu) => cpu !== null)
  return subject !== 'ours' || !cpuMsPerSecond || known.length === 0 ? null : Math.min(...known) / cpuMsPerSecond
}

function atMost(what: string, value: number, most: number): Goal {
  return { goal: `at most ${most} ${what}`, value, met: value <= most }
}

const COLUMNS = [
  'CPU ms/s',
  'times less',
  'ms/batch',
  'worst',
  'ms/frame',
  'frames/s',
  'on screen',
  'long tasks',
  'JS B',
  'GPU B',
  'pick ms',
]

const WORDS = [
  'CPU: of the main thread, beyond the same frames of the bare map, and how many times less than the best of the others.',
  'Batch: the call, and ours with its upload; the others go on in workers and in later tasks, which only the CPU tells.',
  'Frame: ours alone for ours, the whole of the map’s or deck.gl’s for theirs. JS: the main thread only; what GeoJSON',
  'sources keep in workers is not counted.',
]

export function printTable(
  rows: readonly Row[],
  idle: Idle,
  goals: readonly Goal[],
  say: (line: string) => void,
): void {
  say('')
  say(
    `${'alive'.padStart(8)}${'new/s'.padStart(7)}  ${'subject'.padEnd(16)}${COLUMNS.map((name) => name.padStart(11)).join('')}`,
  )
  for (const row of rows) {
    const { alive, rate, subject, measured, cpuMsPerSecond } = row
    const head = `${String(alive).padStart(8)}${String(rate).padStart(7)}  ${subject.padEnd(16)}`
    if (!measured) {
      say(`${head}   never caught up`)
      continue
    }
    const values = [
      number(cpuMsPerSecond, 1),
      subject === 'ours' ? number(timesCheaper(row, rows), 1) : '',
      number(measured.batchMs, 2),
      number(measured.batchWorstMs, 1),
      number(measured.frameMs, 3),
      number(measured.frames / measured.seconds, 1),
      measured.onScreenMs === null ? 'never' : `${number(measured.onScreenMs, 0)} ms`,
      measured.longTasks === 0 ? '0' : ` ${measured.longTasks} (${number(measured.longestTaskMs, 0)} ms)`,
      number(measured.jsBytes / alive, 1),
      number(measured.gpuBytes / alive, 1),
      number(measured.pickMs, 2),
    ]
    say(`${head}${values.map((value) => value.padStart(11)).join('')}`)
  }
  say('')
  for (const line of WORDS) say(line)
  say(
    `Taken off: ${number(idle.stillPerSecond, 1)} ms a second for the bench, and a frame for the bare map ${idle.paces
      .map((pace) => `${number(pace.perFrame, 2)} ms at ${number(pace.framesPerSecond, 0)} a second`)
      .join(', ')}.`,
  )
  for (const { goal, value, met } of goals) say(`${met ? 'met    ' : 'NOT MET'}  ${goal}: ${number(value, 2)}`)
}

function number(value: number | null, digits: number): string {
  return value === null || !Number.isFinite(value) ? '–' : value.toFixed(digits)
}
