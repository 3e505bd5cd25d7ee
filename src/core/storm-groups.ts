import { GRID, N, type StormGrid, SUMS } from './storm-grid.ts'

/** Neighbours weigh in with this, those across a corner with half of it: storms are wider than a square. */
const BESIDE = 0.5
/** Squares that come to less than this are stray strikes. */
const DENSITY_MIN = 2
/** Between two peaks it must fall to this share of the lesser one for them to be two storms, and by more than chance. */
const SADDLE_SHARE = 0.5
const CHANCE_SIGMAS = 2.5
const NEIGHBOURS = 8
/** Densities are multiples of a quarter; an entry needs this many bits beside them to be sorted with them. */
const ENTRIES_MAX = 2 ** 24

/**
 * Puts squares together into storms: from the densest down, each joins the storm of its densest neighbour, and two
 * storms that meet are one unless there is a valley between them. Answers each square's storm by the entry of its peak,
 * or -1.
 */
export function groupSquares(grid: StormGrid): Int32Array {
  const { count } = grid
  const neighbours = neighboursOf(grid)
  const density = densities(grid, neighbours)
  const parent = new Int32Array(count).fill(-1)
  const rootOf = (entry: number): number => {
    let root = entry
    while (parent[root] !== root) root = parent[root]!
    for (let at = entry; at !== root; ) {
      const next = parent[at]!
      parent[at] = root
      at = next
    }
    return root
  }
  for (const entry of fromDensest(density)) {
    let highest = -1
    for (let i = 0; i < NEIGHBOURS; i++) {
      const other = neighbours[entry * NEIGHBOURS + i]!
      if (other < 0 || parent[other] === -1) continue
      const root = rootOf(other)
      if (highest < 0 || isBefore(density, root, highest)) highest = root
    }
    parent[entry] = highest < 0 ? entry : highest
    if (highest < 0) continue
    const saddle = density[entry]!
    for (let i = 0; i < NEIGHBOURS; i++) {
      const other = neighbours[entry * NEIGHBOURS + i]!
      if (other < 0 || parent[other] === -1) continue
      const root = rootOf(other)
      const peak = density[root]!
      const apart = saddle < SADDLE_SHARE * peak && peak - saddle > CHANCE_SIGMAS * Math.sqrt(peak)
      if (root !== highest && !apart) parent[root] = highest
    }
  }
  for (let entry = 0; entry < count; entry++) if (parent[entry] !== -1) parent[entry] = rootOf(entry)
  return parent
}

/** Eight entries each, -1 where there is nothing; those across a corner last. */
function neighboursOf(grid: StormGrid): Int32Array {
  const { count, keys } = grid
  const neighbours = new Int32Array(count * NEIGHBOURS)
  for (let entry = 0; entry < count; entry++) {
    const key = keys[entry]!
    const column = key & (GRID - 1)
    const row = (key - column) / GRID
    const at = entry * NEIGHBOURS
    neighbours[at] = grid.find(column - 1, row)
    neighbours[at + 1] = grid.find(column + 1, row)
    neighbours[at + 2] = grid.find(column, row - 1)
    neighbours[at + 3] = grid.find(column, row + 1)
    neighbours[at + 4] = grid.find(column - 1, row - 1)
    neighbours[at + 5] = grid.find(column + 1, row - 1)
    neighbours[at + 6] = grid.find(column - 1, row + 1)
    neighbours[at + 7] = grid.find(column + 1, row + 1)
  }
  return neighbours
}

function densities({ count, sums }: StormGrid, neighbours: Int32Array): Float64Array {
  const density = new Float64Array(count)
  for (let entry = 0; entry < count; entry++) {
    let sum = sums[entry * SUMS + N]!
    for (let i = 0; i < NEIGHBOURS; i++) {
      const other = neighbours[entry * NEIGHBOURS + i]!
      if (other >= 0) sum += sums[other * SUMS + N]! * (i < 4 ? BESIDE : BESIDE / 2)
    }
    density[entry] = sum
  }
  return density
}

/** Entries that are no stray strikes, the densest first, of equals the earlier entry: sorted as plain numbers. */
function fromDensest(density: Float64Array): Int32Array {
  let dense = 0
  const keys = new Float64Array(density.length)
  for (let entry = 0; entry < density.length; entry++) {
    const each = density[entry]!
    if (each >= DENSITY_MIN) keys[dense++] = entry - each * 4 * ENTRIES_MAX
  }
  return Int32Array.from(keys.subarray(0, dense).sort(), (key) => ((key % ENTRIES_MAX) + ENTRIES_MAX) % ENTRIES_MAX)
}

function isBefore(density: Float64Array, a: number, b: number): boolean {
  return density[a]! > density[b]! || (density[a] === density[b] && a < b)
}
