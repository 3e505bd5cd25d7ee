// Writes src/page/map/opening/land.svg from data/basemap/countries-10m.json: `node scripts/make-land-picture.ts`. The
// world's land in Web Mercator, in the colours of both themes, coarse outside the default area of interest.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { merge } from 'topojson-client'
import { mercatorX, mercatorY } from '../src/core/geo/geo.ts'
import { basemapColours } from '../src/page/map/basemap/colours.ts'
import { type Areas, objectOf, readJson, type Topology } from './basemap/layer.ts'

const SIZE = 2048
/** Largest error of the coast, and smallest area, in units of the picture; times `COARSER`, and its square, elsewhere. */
const ERROR = 0.6
const AREA = 1.5
const COARSER = 5
/** East Asia, as shares of the world. */
const FINE = { west: mercatorX(62), east: mercatorX(150), north: mercatorY(62), south: mercatorY(0) }

type Point = [number, number]

const root = join(import.meta.dirname, '..')
const countries: Topology = readJson(join(root, 'data/basemap/countries-10m.json'))
const land = merge(countries, objectOf(countries).geometries as Areas)
const path = land.coordinates.flatMap((polygon) => polygon.map((ring) => pathOf(ring.map(project)))).join('')
const dark = basemapColours('dark')
const light = basemapColours('light')
// Most of the sea is deep.
const style = `rect{fill:${dark.depths[1]}}path{fill:${dark.land}}#light:target~rect{fill:${light.depths[1]}}#light:target~path{fill:${light.land}}`
writeFileSync(
  join(root, 'src/page/map/opening/land.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><style>${style}</style><g id="light"/><rect width="${SIZE}" height="${SIZE}"/><path d="${path}"/></svg>\n`,
)

function project([lon = 0, lat = 0]: number[]): Point {
  return [mercatorX(lon) * SIZE, mercatorY(lat) * SIZE]
}

function coarseness([x, y]: Point): number {
  const isFine = x > FINE.west * SIZE && x < FINE.east * SIZE && y > FINE.north * SIZE && y < FINE.south * SIZE
  return isFine ? 1 : COARSER
}

/** A closed ring as a path of relative steps; empty if it is too small. */
function pathOf(ring: Point[]): string {
  const doubled = ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  if (Math.abs(doubled) / 2 < AREA * coarseness(ring[0]!) ** 2) return ''
  const half = Math.floor(ring.length / 2)
  const points = [...simplify(ring.slice(0, half + 1)), ...simplify(ring.slice(half))].map(
    ([x, y]): Point => [Math.round(x), Math.round(y)],
  )
  const steps = points
    .map(([x, y], i): Point => [x - (points[i - 1]?.[0] ?? 0), y - (points[i - 1]?.[1] ?? 0)])
    .filter(([dx, dy]) => dx !== 0 || dy !== 0)
  if (steps.length < 4) return ''
  const [start, ...rest] = steps.map(([dx, dy]) => `${dx}${dy < 0 ? '' : ' '}${dy}`)
  return `M${start}l${rest.join(' ').replaceAll(' -', '-')}z`
}

/** By Douglas and Peucker. */
function simplify(points: Point[]): Point[] {
  const first = points[0]!
  const last = points.at(-1)!
  let farthest = 0
  let farthestAt = 0
  for (let i = 1; i < points.length - 1; i++) {
    const off = distance(points[i]!, first, last) / coarseness(points[i]!)
    if (off <= farthest) continue
    farthest = off
    farthestAt = i
  }
  if (farthest <= ERROR) return [first, last]
  return [...simplify(points.slice(0, farthestAt + 1)).slice(0, -1), ...simplify(points.slice(farthestAt))]
}

/** From a point to the line through two others, or to their common place. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay)
  if (length === 0) return Math.hypot(x - ax, y - ay)
  return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length
}
