import { AGE_BANDS, rgbOf } from '../../core/age-ramp.ts'
import { type LatLon, mercatorX, mercatorY } from '../../core/geo.ts'
import { FIXED_WORLD, fixedX, fixedY } from '../../core/mercator-fixed.ts'
import type { StrikeColumns } from '../../core/strike-columns.ts'
import type { Chosen } from '../../core/strike-scan.ts'
import { UNIT_MS, unitsOf, wrapUnits } from '../../core/strike-word.ts'
import type { useCustomLayer, useMapInstance } from '../../shell/map-hooks.ts'
import { pointAtStrikes, StrikeBuffer, X_SUPERSEDED, Y_WEAK } from './strike-buffer.ts'
import { createStrikeProgram, type StrikeProgram } from './strike-program.ts'

type CustomLayer = Parameters<typeof useCustomLayer>[0]
type RenderInput = Parameters<CustomLayer['render']>[1]
type MapInstance = NonNullable<ReturnType<typeof useMapInstance>>

/** How the strikes are to look at the moment. */
export interface StrikeLook {
  windowMs: number
  light: boolean
  /** No moving ring, only the flash. */
  calm: boolean
  /** Which of the records are drawn. */
  chosen: Chosen
  /** Weak locations as outlines. */
  hollow: boolean
  /** The clock stands at a moment of the past: what struck later is not drawn. */
  past: boolean
  /** A place to mark. */
  selected: LatLon | null
}

interface StrikeLayerDeps {
  columns: StrikeColumns
  nowMs(): number
  isStale(): boolean
  look(): StrikeLook
}

/** Radius of a mark of scale 1 at whole zooms from 0, CSS pixels. */
const RADII = [1.5, 1.7, 2, 2.4, 2.8, 3.2, 3.7, 4.3, 5, 5.6, 6.2, 6.8, 7.4, 8]
/** Reach of a flash's ring, CSS pixels: seen from afar a storm is small, and its rings must not hide it. */
const RING_PX = 6
const RING_PER_RADIUS = 3.6
const RIM = { dark: [0.03, 0.05, 0.08, 0.75], light: [0.3, 0.16, 0.04, 0.7] } as const
const FLASH = { dark: [1, 0.97, 0.86], light: [0.76, 0.3, 0.02] } as const
const BAND_ENDS = new Float32Array(AGE_BANDS.map((band) => Math.min(band.untilMs, 1e9) / 1_000))
const BANDS = {
  dark: new Float32Array(AGE_BANDS.flatMap((band) => [...rgbOf(band.dark), band.scale])),
  light: new Float32Array(AGE_BANDS.flatMap((band) => [...rgbOf(band.light), band.scale])),
}

/** Our own WebGL layer: everything that changes with time happens in the shader, from one clock. */
export function createStrikeLayer({ columns, nowMs, isStale, look }: StrikeLayerDeps): CustomLayer {
  let map: MapInstance | null = null
  let strikes: StrikeBuffer | null = null
  let selection: Selection | null = null
  let programs = new Map<string, StrikeProgram>()
  const relative = new Float32Array(16)
  const selected = new Uint32Array(3)

  function programFor(gl: WebGL2RenderingContext, { shaderData }: RenderInput): StrikeProgram | null {
    const known = programs.get(shaderData.variantName)
    if (known) return known
    const made = createStrikeProgram(gl, shaderData.vertexShaderPrelude, shaderData.define)
    if (made) programs.set(shaderData.variantName, made)
    return made
  }

  function setTime(gl: WebGL2RenderingContext, { at }: StrikeProgram, now: number, windowMs: number) {
    const units = unitsOf(now)
    gl.uniform1ui(at('u_now'), wrapUnits(units))
    gl.uniform1f(at('u_now_part'), (now - units * UNIT_MS) / 1_000)
    gl.uniform1f(at('u_window'), windowMs / 1_000)
  }

  function setLook(gl: WebGL2RenderingContext, { at }: StrikeProgram, zoom: number, ratio: number) {
    const { light, calm, chosen, hollow, past } = look()
    gl.uniform1ui(at('u_out_x'), chosen.records ? 0 : X_SUPERSEDED)
    gl.uniform1ui(at('u_out_y'), chosen.firm ? Y_WEAK : 0)
    gl.uniform1i(at('u_hollow'), hollow ? 1 : 0)
    gl.uniform1i(at('u_past'), past ? 1 : 0)
    const theme = light ? 'light' : 'dark'
    const radius = radiusAt(zoom)
    gl.uniform1f(at('u_radius'), radius * ratio)
    gl.uniform1f(at('u_ring'), calm ? 0 : (RING_PX + RING_PER_RADIUS * radius) * ratio)
    gl.uniform1f(at('u_ratio'), ratio)
    gl.uniform1f(at('u_stale'), isStale() ? 1 : 0)
    gl.uniform4fv(at('u_bands'), BANDS[theme])
    gl.uniform1fv(at('u_band_ends'), BAND_ENDS)
    gl.uniform4fv(at('u_rim'), RIM[theme])
    gl.uniform3fv(at('u_flash_colour'), FLASH[theme])
  }

  /** Everything relative to the middle of the view, so that the small differences keep their digits. */
  function setMercator(gl: WebGL2RenderingContext, { at }: StrikeProgram, matrix: ArrayLike<number>, centre: LatLon) {
    const x = Math.round(mercatorX(centre.lon) * FIXED_WORLD)
    const y = Math.round(mercatorY(centre.lat) * FIXED_WORLD)
    for (let i = 0; i < 12; i++) relative[i] = matrix[i]!
    for (let i = 0; i < 4; i++) {
      relative[12 + i] = matrix[i]! * (x / FIXED_WORLD) + matrix[4 + i]! * (y / FIXED_WORLD) + matrix[12 + i]!
    }
    gl.uniform2ui(at('u_origin'), x >>> 0, y >>> 0)
    gl.uniformMatrix4fv(at('u_relative'), false, relative)
  }

  function setGlobe(gl: WebGL2RenderingContext, { at }: StrikeProgram, data: RenderInput['defaultProjectionData']) {
    gl.uniformMatrix4fv(at('u_projection_matrix'), false, data.mainMatrix)
    gl.uniformMatrix4fv(at('u_projection_fallback_matrix'), false, data.fallbackMatrix)
    gl.uniform4fv(at('u_projection_tile_mercator_coords'), data.tileMercatorCoords)
    gl.uniform4fv(at('u_projection_clipping_plane'), data.clippingPlane)
    gl.uniform1f(at('u_projection_transition'), data.projectionTransition)
  }

  function drawSelection(
    gl: WebGL2RenderingContext,
    { at }: StrikeProgram,
    place: LatLon,
    draw: (run: () => void) => void,
  ) {
    selection ??= createSelection(gl)
    selected[0] = fixedX(place.lon)
    selected[1] = fixedY(place.lat)
    gl.bindBuffer(gl.ARRAY_BUFFER, selection.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, selected, gl.DYNAMIC_DRAW)
    gl.bindVertexArray(selection.vao)
    gl.uniform1i(at('u_selection'), 1)
    draw(() => gl.drawArrays(gl.POINTS, 0, 1))
    gl.bindVertexArray(null)
  }

  return {
    id: 'lightning-strikes',
    type: 'custom',
    renderingMode: '2d',

    // Called again after a change of style and after a lost context: nothing of before is used. Only `render` may touch
    // the context's state, which MapLibre then reads anew.
    onAdd(to) {
      map = to
      programs = new Map()
      strikes = null
      selection = null
    },

    onRemove(_map, gl) {
      strikes?.close()
      gl.deleteVertexArray(selection?.vao ?? null)
      gl.deleteBuffer(selection?.buffer ?? null)
      for (const program of programs.values()) program.close()
      map = null
      strikes = null
      selection = null
      programs = new Map()
    },

    render(gl, input) {
      if (!map) return
      const program = programFor(gl, input)
      if (!program) return
      const now = nowMs()
      const { windowMs, selected: place } = look()
      columns.expire(now)
      strikes ??= new StrikeBuffer(gl, columns)
      strikes.send()

      program.bind()
      gl.disable(gl.DEPTH_TEST)
      setTime(gl, program, now, windowMs)
      setLook(gl, program, map.getZoom(), map.getPixelRatio())
      gl.uniform1i(program.at('u_selection'), 0)
      const first = columns.firstSince(now - windowMs)
      const buffer = strikes

      let draw = (run: () => void) => run()
      if (program.at('u_relative')) {
        const { lng: lon, lat } = map.getCenter()
        setMercator(gl, program, input.defaultProjectionData.mainMatrix, { lat, lon })
        const [fromCopy, toCopy] = copiesInView(map, lon)
        draw = (run) => {
          for (let copy = fromCopy; copy <= toCopy; copy++) {
            gl.uniform1f(program.at('u_copy'), copy)
            run()
          }
        }
      } else setGlobe(gl, program, input.defaultProjectionData)

      draw(() => buffer.draw(first))
      if (place) drawSelection(gl, program, place, draw)
    },
  }
}

interface Selection {
  buffer: WebGLBuffer | null
  vao: WebGLVertexArrayObject | null
}

function createSelection(gl: WebGL2RenderingContext): Selection {
  const made = { buffer: gl.createBuffer(), vao: gl.createVertexArray() }
  gl.bindVertexArray(made.vao)
  gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer)
  pointAtStrikes(gl)
  gl.bindVertexArray(null)
  return made
}

function radiusAt(zoom: number): number {
  const z = Math.max(0, Math.min(RADII.length - 1, zoom))
  const below = Math.floor(z)
  const from = RADII[below]!
  return from + ((RADII[below + 1] ?? from) - from) * (z - below)
}

/** The copies of the world to draw: without an offset each strike is drawn in the copy nearest to the middle. */
function copiesInView(map: MapInstance, centreLon: number): [number, number] {
  if (!map.getRenderWorldCopies()) return [0, 0]
  const bounds = map.getBounds()
  return [
    Math.min(0, Math.floor((bounds.getWest() - centreLon) / 360 + 0.5)),
    Math.max(0, Math.ceil((bounds.getEast() - centreLon) / 360 - 0.5)),
  ]
}
