import { modulo } from '../util/modulo.ts'
import { KM_PER_DEG_LEAST, sharedSurfacePoint, surfaceKm, surfacePoint } from './ellipsoid.ts'
import { type LatLon, RAD } from './geo.ts'

const CELL_DEG = 0.5
const ROWS = 180 / CELL_DEG
const COLUMNS = 360 / CELL_DEG
/** Beyond this latitude a cell is narrower than the reach, so a place is entered in every cell of its row. */
const POLAR_LAT = 88

/** Called for each place within reach: its index in the list, and its distance. */
export type VisitNear = (index: number, km: number) => void

/**
 * Spatial index of fixed places within reach of a point. The world is divided into cells of half a degree, and each
 * cell lists the places within reach of any of its points, so that a strike is compared with few of them.
 */
export class NearIndex {
  readonly #starts: Int32Array
  readonly #members: Int32Array
  /** Position in space, km, and distance from the centre of the Earth, per place: chords are exact, however short. */
  readonly #vectors: Float64Array
  readonly #reachKm: number

  /** `isMeant` filters places by index. */
  constructor(places: readonly LatLon[], reachKm: number, isMeant: (index: number) => boolean = () => true) {
    this.#reachKm = reachKm
    this.#vectors = new Float64Array(places.length * 4)
    const cells: number[][] = places.map((place, index) => (isMeant(index) ? cellsWithin(place, reachKm) : []))
    this.#starts = new Int32Array(ROWS * COLUMNS + 1)
    for (const list of cells) for (const cell of list) this.#starts[cell]!++
    for (let i = 0; i < ROWS * COLUMNS; i++) this.#starts[i + 1]! += this.#starts[i]!
    this.#members = new Int32Array(this.#starts[ROWS * COLUMNS]!)
    // Up to here each cell has the end of its list, from which the list is filled towards its start.
    for (let index = cells.length - 1; index >= 0; index--)
      for (const cell of cells[index]!) this.#members[--this.#starts[cell]!] = index
    places.forEach(({ lat, lon }, index) => {
      const { x, y, z, radiusKm } = surfacePoint(lat, lon)
      this.#vectors.set([x, y, z, radiusKm], index * 4)
    })
  }

  visit(lat: number, lon: number, near: VisitNear): void {
    const cell = rowOf(lat) * COLUMNS + columnOf(lon)
    const end = this.#starts[cell + 1]!
    let at = this.#starts[cell]!
    if (at === end) return
    const { x, y, z, radiusKm } = sharedSurfacePoint(lat, lon)
    const vectors = this.#vectors
    const reach2 = this.#reachKm * this.#reachKm // a chord is shorter than the surface distance
    for (; at < end; at++) {
      const index = this.#members[at]!
      const dx = x - vectors[index * 4]!
      const dy = y - vectors[index * 4 + 1]!
      const dz = z - vectors[index * 4 + 2]!
      const chord2 = dx * dx + dy * dy + dz * dz
      if (chord2 > reach2) continue
      const km = surfaceKm(chord2, radiusKm, vectors[index * 4 + 3]!)
      if (km <= this.#reachKm) near(index, km)
    }
  }
}

function rowOf(lat: number): number {
  return Math.max(0, Math.min(ROWS - 1, Math.floor((lat + 90) / CELL_DEG)))
}

function columnOf(lon: number): number {
  return modulo(Math.floor((lon + 180) / CELL_DEG), COLUMNS)
}

function cellsWithin({ lat, lon }: LatLon, reachKm: number): number[] {
  const halfLat = reachKm / KM_PER_DEG_LEAST
  const southRow = rowOf(lat - halfLat)
  const northRow = rowOf(lat + halfLat)
  const poleward = Math.min(90, Math.abs(lat) + halfLat)
  // A circle on the globe spans most degrees of longitude slightly poleward of its centre.
  const halfLon =
    poleward > POLAR_LAT ? 180 : Math.asin(Math.min(1, Math.sin(halfLat * RAD) / Math.cos(lat * RAD))) / RAD
  const west = Math.floor((lon - halfLon + 180) / CELL_DEG)
  const count = Math.min(COLUMNS, Math.floor((lon + halfLon + 180) / CELL_DEG) - west + 1)
  const cells: number[] = []
  for (let row = southRow; row <= northRow; row++) {
    for (let i = 0; i < count; i++) cells.push(row * COLUMNS + modulo(west + i, COLUMNS))
  }
  return cells
}
