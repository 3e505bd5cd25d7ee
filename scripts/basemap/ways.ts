import { brotliDecompressSync } from 'node:zlib'
import type { Position } from 'geojson'
import { asFeature, type Layer, type LayerFeature, SHAPES } from './layer.ts'

/** `data/basemap/ways.json.br`: rows of whole numbers, the first point and then how far it is from each to the next. */
interface Ways {
  /** Units around the world, from 180° west and from the north edge of Web Mercator. */
  grid: number
  classes: { kind: 'road' | 'railway'; main: 0 | 1; from: number; lines: number[][] }[]
  areas: { from: number; rings: number[][] }[]
}

/** Main roads (`main` is 1 for motorways and the like), railways and built-up areas, each from its zoom on. */
export function wayLayers(packed: Uint8Array): Layer[] {
  const { grid, classes, areas }: Ways = JSON.parse(brotliDecompressSync(packed).toString())
  const linesOf = (wanted: Ways['classes'][number]['kind']): LayerFeature[] =>
    classes
      .filter(({ kind }) => kind === wanted)
      .flatMap(({ main, from, lines }) =>
        lines.map((line) =>
          asFeature({ type: 'LineString', coordinates: pointsOf(line, grid) }, { from, ...(main && { main }) }),
        ),
      )
  const built = areas.map(({ from, rings }) =>
    asFeature({ type: 'Polygon', coordinates: rings.map((ring) => pointsOf(ring, grid)) }, { from }),
  )
  return [
    { name: 'urban', features: built, ...SHAPES },
    { name: 'railways', features: linesOf('railway'), ...SHAPES },
    { name: 'roads', features: linesOf('road'), ...SHAPES },
  ]
}

function pointsOf(steps: readonly number[], grid: number): Position[] {
  const points: Position[] = []
  let x = 0
  let y = 0
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i]!
    y += steps[i + 1]!
    points.push([(x / grid) * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / grid))) * 180) / Math.PI])
  }
  return points
}
