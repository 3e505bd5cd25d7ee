import { destination, type LatLon } from '../../../core/geo/geo.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { seededRandom } from '../../../core/util/random.ts'
import type { LiveCell } from '../storms/storms-cell.ts'
import { between } from '../storms/storms-random.ts'
import { type Turn, turnsAt } from './scripted-series.ts'

/** The storm called `squall_line`: 500 km long, 70 km/h to the east-south-east, a new one every eight hours. */
const SQUALL = {
  headingDeg: 112,
  speedKmh: 70,
  lengthKm: 500,
  everyMs: 8 * HOUR_MS,
  fadeMs: HOUR_MS,
  leading: { cells: 32, sigmaKm: 9, positiveShare: 0.11 },
  /** The broad rain behind: an eighth of the line's rate, with many positive strokes. */
  trailing: { cells: 8, sigmaKm: 25, positiveShare: 0.4, behindKm: 80 },
} as const
const TRAILING_TO_LEADING = 1 / 8

const STARTS: LatLon[] = [
  { lat: 36.5, lon: 112 },
  { lat: 32.5, lon: 111 },
  { lat: 28, lon: 109.5 },
]

/** The cells of squall lines at a time, a pure function; `strokesPerSecond` is their total rate. */
export function createSquall(deps: { seed: number; strokesPerSecond: number }): (ms: number) => LiveCell[] {
  const random = seededRandom(`${deps.seed}.squall`)
  const pulsesOf = (kind: Row) =>
    Array.from({ length: kind.cells }, () => ({ everyMs: between(random, 20, 50) * MINUTE_MS, phase: random() }))
  const pulses = { line: pulsesOf(SQUALL.leading), rear: pulsesOf(SQUALL.trailing) }

  function lineAt(ms: number, { index, sinceMs, strength }: Turn): LiveCell[] {
    const centre = destination(startOf(deps.seed, index), SQUALL.headingDeg, (SQUALL.speedKmh * sinceMs) / HOUR_MS)
    const behind = destination(centre, SQUALL.headingDeg + 180, SQUALL.trailing.behindKm)
    const leading = (deps.strokesPerSecond * strength) / (1 + TRAILING_TO_LEADING)
    const rates = { line: leading, rear: leading * TRAILING_TO_LEADING }
    return [
      ...row(`squall-${index}-line`, SQUALL.leading, centre, rates.line, strengths(pulses.line, ms), strength),
      ...row(`squall-${index}-rear`, SQUALL.trailing, behind, rates.rear, strengths(pulses.rear, ms), strength),
    ]
  }

  return (ms) => turnsAt(ms, SQUALL.everyMs, SQUALL.fadeMs).flatMap((turn) => lineAt(ms, turn))
}

interface Row {
  cells: number
  sigmaKm: number
  positiveShare: number
}

/** Cells side by side, perpendicular to their motion, each with its present strength. */
function row(id: string, kind: Row, centre: LatLon, strokesPerSecond: number, strengths: number[], rise: number) {
  const sum = strengths.reduce((total, strength) => total + strength, 0)
  return strengths.map((strength, i) => ({
    id: `${id}-${i}`,
    ...destination(centre, SQUALL.headingDeg + 90, SQUALL.lengthKm * ((i + 0.5) / kind.cells - 0.5)),
    sigmaKm: kind.sigmaKm,
    intensity: strength * rise,
    headingDeg: SQUALL.headingDeg,
    speedKmh: SQUALL.speedKmh,
    strokesPerSecond: (strokesPerSecond * strength) / sum,
    positiveShare: kind.positiveShare,
    sparse: false,
  }))
}

/** Each cell of the line pulses in its own time, as cells in it die and are born. */
function strengths(pulses: { everyMs: number; phase: number }[], ms: number): number[] {
  return pulses.map(({ everyMs, phase }) => 0.55 + 0.45 * Math.sin(2 * Math.PI * (ms / everyMs + phase)))
}

function startOf(seed: number, line: number): LatLon {
  const random = seededRandom(`${seed}.squall.${line}`)
  return STARTS[Math.floor(random() * STARTS.length)]!
}
