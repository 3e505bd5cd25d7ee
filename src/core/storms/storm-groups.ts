import { N, NEIGHBOURS, type StormGrid, SUMS } from './storm-grid.ts'

/**
 * Weight of a neighbour's strokes in a square's density, half of it for diagonal ones: storms are wider than a square.
 */
const BESIDE = 0.5
/** Squares of less density hold stray strikes and belong to no storm. */
const DENSITY_MIN = 2
/**
 * Two peaks are two storms where the density between them falls below this share of the lower peak, by more than
 * chance.
 */
const SADDLE_SHARE = 0.5
const CHANCE_SIGMAS = 2.5

/**
 * Groups squares into storms: in descending density, each joins the storm of its densest neighbour, and two adjacent
 * storms merge unless there is a valley between them. Returns each square's storm by the entry of its peak, or -1.
 * Among equal densities the northernmost ranks first, then the westernmost. `order` are the grid's entries in that
 * order.
 */
export function groupSquares(grid: StormGrid, order: Int32Array): Int32Array {
  const { count, keys } = grid
  const neighbours = grid.neighbours()
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
  const isBefore = (a: number, b: number) =>
    density[a]! > density[b]! || (density[a] === density[b] && keys[a]! < keys[b]!)
  const roots = new Int32Array(NEIGHBOURS)
  for (const entry of fromDensest(density, order)) {
    let highest = -1
    let met = 0
    for (let i = entry * NEIGHBOURS, end = i + NEIGHBOURS; i < end; i++) {
      const other = neighbours[i]!
      if (other < 0 || parent[other] === -1) continue
      const root = rootOf(other)
      roots[met++] = root
      if (highest < 0 || isBefore(root, highest)) highest = root
    }
    parent[entry] = highest < 0 ? entry : highest
    if (highest < 0) continue
    const saddle = density[entry]!
    for (let i = 0; i < met; i++) {
      const root = roots[i]!
      const peak = density[root]!
      const apart = saddle < SADDLE_SHARE * peak && peak - saddle > CHANCE_SIGMAS * Math.sqrt(peak)
      if (root !== highest && !apart) parent[root] = highest
    }
  }
  for (let entry = 0; entry < count; entry++) if (parent[entry] !== -1) parent[entry] = rootOf(entry)
  return parent
}

function densities({ count, sums }: StormGrid, neighbours: Int32Array): Float64Array {
  const strokes = new Float64Array(count)
  for (let entry = 0; entry < count; entry++) strokes[entry] = sums[entry * SUMS + N]!
  const density = new Float64Array(count)
  for (let entry = 0; entry < count; entry++) {
    let beside = 0
    let across = 0
    for (let i = entry * NEIGHBOURS, across0 = i + 4; i < across0; i++) {
      const other = neighbours[i]!
      if (other >= 0) beside += strokes[other]!
      const corner = neighbours[i + 4]!
      if (corner >= 0) across += strokes[corner]!
    }
    density[entry] = strokes[entry]! + BESIDE * (beside + across / 2)
  }
  return density
}

/** The entries dense enough for a storm, the densest first, equals in the given order; sorted by counting. */
function fromDensest(density: Float64Array, entries: Int32Array): Int32Array {
  let most = 0
  for (const each of density) most = Math.max(most, each)
  // A counting sort: densities are multiples of a quarter.
  const places = new Int32Array(4 * most + 2)
  let dense = 0
  for (const each of density) {
    if (each < DENSITY_MIN) continue
    places[4 * (most - each) + 1]! += 1
    dense++
  }
  for (let i = 1; i < places.length; i++) places[i]! += places[i - 1]!
  const order = new Int32Array(dense)
  for (const entry of entries) {
    const each = density[entry]!
    if (each >= DENSITY_MIN) order[places[4 * (most - each)]!++] = entry
  }
  return order
}
