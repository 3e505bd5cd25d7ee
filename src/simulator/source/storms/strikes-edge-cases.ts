import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { hash, type Random, seededRandom } from '../../../core/util/random.ts'
import type { LiveCell } from './storms-cell.ts'
import { between } from './storms-random.ts'
import { type PolarityMix, type StoredStrike, writeStrike } from './strikes-records.ts'
import { QUANTA_PER_SECOND, TIME_QUANTUM_NS } from './strokes.ts'

/** Average intervals, seconds. */
const EVERY_SECONDS = { sameTime: 30, onAntimeridian: 60, straggler: 120, repeat: 60 }
/** Past the five minutes that the REST endpoint reaches back. */
const STRAGGLER_DELAY_MS: [number, number] = [6 * MINUTE_MS, 12 * MINUTE_MS]

/**
 * Rare cases of a real feed that readers must handle: two strikes at the same time, one exactly on the antimeridian,
 * and one that arrives after more than five minutes. A function of seed and second alone.
 */
export function oddStrikes(
  seed: number,
  second: number,
  cellsIn: (second: number) => readonly LiveCell[],
  ordinary: readonly StoredStrike[],
  polarity: PolarityMix,
): StoredStrike[] {
  const activeIn = (then: number) => cellsIn(then).filter((cell) => cell.strokesPerSecond > 0)
  const active = activeIn(second)
  if (active.length === 0) return []
  const odd: StoredStrike[] = []
  const random = seededRandom(`${seed}.odd.${second}`)

  const twin = ordinary[0]
  if (happens(seed, 'sameTime', second) && twin) {
    const sinceNs = BigInt(twin.record.time) - BigInt(second) * 1_000_000_000n
    const quanta = Number(sinceNs) / TIME_QUANTUM_NS
    const { lat, lon } = pick(random, active)
    odd.push(write(quanta, lat, lon, twin.storedMs))
  }
  if (happens(seed, 'onAntimeridian', second)) {
    const lon = random() < 0.5 ? 180 : -180
    odd.push(writeNow(between(random, -22, -10), lon, between(random, 2_000, 8_000)))
  }
  if (happens(seed, 'straggler', second)) {
    // Its position is that of the storms at the strike time.
    const delayMs = between(random, ...STRAGGLER_DELAY_MS)
    const then = activeIn(Math.floor(second - delayMs / SECOND_MS))
    if (then.length > 0) {
      const { lat, lon } = pick(random, then)
      odd.push(writeNow(lat, lon, delayMs))
    }
  }
  return odd

  function writeNow(lat: number, lon: number, delayMs: number): StoredStrike {
    const sinceMs = Math.floor(random() * 1_000)
    const quanta = Math.round((sinceMs - delayMs) * (QUANTA_PER_SECOND / 1_000))
    return write(quanta, lat, lon, second * 1_000 + sinceMs)
  }
  function write(quanta: number, lat: number, lon: number, storedMs: number): StoredStrike {
    const pol = polarity === 'live_like' ? 0 : -1
    return writeStrike(random, { second, quanta, lat, lon, pol, sparse: true, extended: false, storedMs })
  }
}

/** Whether the line repeats a record of the previous second, digit for digit. */
export function repeatsLast(seed: number, second: number): boolean {
  return happens(seed, 'repeat', second)
}

function happens(seed: number, what: keyof typeof EVERY_SECONDS, second: number): boolean {
  return hash(`${seed}.${what}.${second}`) % EVERY_SECONDS[what] === 0
}

function pick(random: Random, cells: readonly LiveCell[]): LiveCell {
  return cells[Math.floor(random() * cells.length)]!
}
