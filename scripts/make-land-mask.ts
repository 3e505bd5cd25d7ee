// Writes the land masks from data/basemap/countries-10m.json: `node scripts/make-land-mask.ts`. Two of them: a coarse,
// generous one for the page (fire cells worth requesting) and a finer, exact one for the synthetic world (positions of
// stations and fires, and stations in China).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { crossingsAt, featuresOf, HOME, readJson } from './basemap/layer.ts'

type Ring = Position[]

const root = join(import.meta.dirname, '..')

class Grid {
  readonly columns: number
  readonly rows: number
  readonly cells: Uint8Array
  readonly cellDeg: number

  constructor(cellDeg: number) {
    this.cellDeg = cellDeg
    this.columns = 360 / cellDeg
    this.rows = 180 / cellDeg
    this.cells = new Uint8Array(this.columns * this.rows)
  }

  mark(lon: number, lat: number, value: number): void {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor((lon + 180) / this.cellDeg)))
    const row = Math.min(this.rows - 1, Math.max(0, Math.floor((lat + 90) / this.cellDeg)))
    this.cells[row * this.columns + column] = value
  }

  /** Marks the cells with their centre inside the rings (even-odd, so holes are excluded). */
  fill(rings: Ring[], value: number): void {
    for (let row = 0; row < this.rows; row++) {
      const lat = -90 + (row + 0.5) * this.cellDeg
      const crossings = crossingsAt(rings, lat)
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const first = Math.ceil((crossings[i]! + 180) / this.cellDeg - 0.5)
        const last = Math.floor((crossings[i + 1]! + 180) / this.cellDeg - 0.5)
        for (let column = Math.max(0, first); column <= Math.min(this.columns - 1, last); column++) {
          this.cells[row * this.columns + column] = value
        }
      }
    }
  }

  /** Marks every cell that an edge passes through, so that coasts and the smallest islands count. */
  trace(rings: Ring[], value: number): void {
    for (const ring of rings) {
      for (let i = 0; i + 1 < ring.length; i++) {
        const a = ring[i]!
        const b = ring[i + 1]!
        const steps = Math.max(1, Math.ceil((Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!) / this.cellDeg) * 20))
        for (let step = 0; step <= steps; step++) {
          const part = step / steps
          this.mark(a[0]! + (b[0]! - a[0]!) * part, a[1]! + (b[1]! - a[1]!) * part, value)
        }
      }
    }
  }

  /** Rows from the south, parted by `/`; each run is its value and its length in base 36: `0a 13 0…`. */
  encode(): string {
    const rows: string[] = []
    for (let row = 0; row < this.rows; row++) {
      const runs: string[] = []
      let start = 0
      for (let column = 1; column <= this.columns; column++) {
        const value = this.cells[row * this.columns + start]
        if (column < this.columns && this.cells[row * this.columns + column] === value) continue
        runs.push(`${value}${(column - start).toString(36)}`)
        start = column
      }
      rows.push(runs.join(' '))
    }
    return rows.join('/')
  }
}

const page = new Grid(1)
const exact = new Grid(0.25)
for (const country of featuresOf(readJson(join(root, 'data/basemap/countries-10m.json')))) {
  const value = HOME.has(String(country.properties.a3)) ? 2 : 1
  const { type, coordinates } = country.geometry as Polygon | MultiPolygon
  for (const rings of type === 'Polygon' ? [coordinates] : coordinates) {
    page.fill(rings, 1)
    page.trace(rings, 1)
    exact.fill(rings, value)
  }
}

const madeBy = '// Made by scripts/make-land-mask.ts from Natural Earth (public domain).'
const runs = 'Rows from the south; each run is its value and its length in base 36.'
writeFileSync(
  join(root, 'src/core/geo/land-mask-data.ts'),
  `${madeBy}

/** Cells of 1° that land touches (1) and open sea (0). ${runs} */
export const LAND_MASK =
  '${page.encode()}'
`,
)
writeFileSync(
  join(root, 'src/simulator/source/fields/fields-land-data.ts'),
  `${madeBy}

/**
 * Cells of 0.25° whose centre is sea (0), land (1) or land of China (2). ${runs.replace(' and its', ' and\n * its')}
 */
export const LAND_KINDS =
  '${exact.encode()}'
`,
)
