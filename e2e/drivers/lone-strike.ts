import type { WireStrike } from '../stack.ts'

/** At the usual zoom for strikes, a few times the size of a fingertip. */
const APART_DEG = 0.08

/** One of `candidates` without a close neighbour in `all`, so that a click selects it. */
export function loneStrike(candidates: readonly WireStrike[], all: readonly WireStrike[]): WireStrike {
  const near = (a: WireStrike, b: WireStrike) =>
    Math.abs(a.lat - b.lat) < APART_DEG && Math.abs(a.lon - b.lon) < APART_DEG
  const lone = candidates.find(
    (each) => Math.abs(each.lat) < 60 && all.every((other) => other.id === each.id || !near(each, other)),
  )
  if (!lone) throw new Error(`No strike of ${candidates.length} stands alone.`)
  return lone
}
