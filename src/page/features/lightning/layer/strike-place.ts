import { mercatorX, mercatorY } from '../../../../core/geo/geo.ts'
import { FIXED_WORLD } from '../../../../core/geo/mercator-fixed.ts'
import type { StrikeProgram } from './strike-program.ts'
import type { MapInstance, RenderInput } from './strike-uniforms.ts'

/** Result for the last view: most frames have the same one. */
const view = {
  matrix: new Float64Array(16),
  lon: Number.NaN,
  lat: Number.NaN,
  worldCopies: false,
  relative: new Float64Array(16),
  x: 0,
  y: 0,
  fromCopy: 0,
  toCopy: 0,
  /** Another number for each view. */
  version: 0,
}

/** Sets the projection of the map; returns a function that draws once per visible copy of the world. */
export function setPlace(
  program: StrikeProgram,
  map: MapInstance,
  { defaultProjectionData: data }: RenderInput,
): (run: () => void) => void {
  const { uniforms } = program
  if (!uniforms.has('u_relative')) {
    uniforms.matrix('u_projection_matrix', data.mainMatrix)
    uniforms.matrix('u_projection_fallback_matrix', data.fallbackMatrix)
    uniforms.vec4('u_projection_tile_mercator_coords', data.tileMercatorCoords)
    uniforms.vec4('u_projection_clipping_plane', data.clippingPlane)
    uniforms.float('u_projection_transition', data.projectionTransition)
    return (run) => run()
  }
  lookAt(map, data.mainMatrix)
  if (program.isNews('place', view.version)) {
    uniforms.uint2('u_origin', view.x >>> 0, view.y >>> 0)
    uniforms.matrix('u_relative', view.relative)
  }
  return (run) => {
    for (let copy = view.fromCopy; copy <= view.toCopy; copy++) {
      uniforms.float('u_copy', copy)
      run()
    }
  }
}

/** Everything relative to the middle of the view, so that the small differences keep their digits. */
function lookAt(map: MapInstance, matrix: ArrayLike<number>): void {
  const { lng: lon, lat } = map.getCenter()
  const worldCopies = map.getRenderWorldCopies()
  let isSame = view.lon === lon && view.lat === lat && view.worldCopies === worldCopies
  for (let i = 0; i < 16 && isSame; i++) isSame = view.matrix[i] === matrix[i]
  if (isSame) return
  view.version++
  view.matrix.set(matrix)
  view.lon = lon
  view.lat = lat
  view.worldCopies = worldCopies
  view.x = Math.round(mercatorX(lon) * FIXED_WORLD)
  view.y = Math.round(mercatorY(lat) * FIXED_WORLD)
  view.relative.set(matrix)
  for (let i = 0; i < 4; i++) {
    view.relative[12 + i] =
      matrix[i]! * (view.x / FIXED_WORLD) + matrix[4 + i]! * (view.y / FIXED_WORLD) + matrix[12 + i]!
  }
  const [fromCopy, toCopy] = worldCopies ? copiesInView(map, lon) : [0, 0]
  view.fromCopy = fromCopy
  view.toCopy = toCopy
}

/** The copies of the world to draw: without an offset each strike is drawn in the copy nearest to the middle. */
function copiesInView(map: MapInstance, centreLon: number): [number, number] {
  const bounds = map.getBounds()
  return [
    Math.min(0, Math.floor((bounds.getWest() - centreLon) / 360 + 0.5)),
    Math.max(0, Math.ceil((bounds.getEast() - centreLon) / 360 - 0.5)),
  ]
}
