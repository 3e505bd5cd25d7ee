import type { LatLon } from '../../../../core/geo/geo.ts'
import { fixedX, fixedY } from '../../../../core/geo/mercator-fixed.ts'
import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import type { StateTrackedLayer } from '../../../map/gl/gl-state-tracking.ts'
import { markShown } from '../../../map/opening/paint-timing.ts'
import { setPlace } from '../panel/strike-place.ts'
import { densityShare } from './density-share.ts'
import { setMarks } from './mark-uniforms.ts'
import { ProjectedPrograms } from './projected-programs.ts'
import { pointAtStrikes, StrikeBuffer } from './strike-buffer.ts'
import type { StrikeDensity } from './strike-density.ts'
import type { StrikeProgram } from './strike-program.ts'
import { MARK_FRAGMENT_SHADER, markVertexShader, YOUNG_S } from './strike-shaders.ts'
import type { StrikeThunder } from './strike-thunder.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setTime } from './strike-uniforms.ts'
import { THUNDER_MS, thunderStrength } from './thunder.ts'

interface StrikeLayerDeps {
  columns: StrikeColumns
  nowMs(): number
  isStale(): boolean
  look(): StrikeLook
}

const COUNT_EVERY_MS = 1_000
const YOUNG_MS = YOUNG_S * 1_000

/** What lives as long as the context does. */
interface Held {
  strikes: StrikeBuffer
  density: StrikeDensity | null
  thunder: StrikeThunder | null
  programs: ProjectedPrograms
  selection: { buffer: WebGLBuffer | null; vao: WebGLVertexArrayObject | null } | null
}

/** Our own WebGL layer: everything that changes with time happens in the shader, from one clock. */
export function createStrikeLayer({ columns, nowMs, isStale, look }: StrikeLayerDeps): StateTrackedLayer {
  let map: MapInstance | null = null
  let held: Held | null = null
  let share = 0
  let counted = { atMs: Number.NEGATIVE_INFINITY, windowMs: 0, count: 0 }
  let loading: Promise<typeof import('./strike-density.ts')> | null = null
  let loadingThunder: Promise<typeof import('./strike-thunder.ts')> | null = null
  const selected = new Uint32Array(3)

  function hold(gl: WebGL2RenderingContext): Held {
    held ??= {
      strikes: new StrikeBuffer(gl, columns),
      density: null,
      thunder: null,
      programs: new ProjectedPrograms(gl, markVertexShader, MARK_FRAGMENT_SHADER),
      selection: null,
    }
    return held
  }

  /** How many there are changes little from frame to frame. */
  function countAt(now: number, windowMs: number): number {
    if (Math.abs(now - counted.atMs) >= COUNT_EVERY_MS || counted.windowMs !== windowMs) {
      counted = { atMs: now, windowMs, count: columns.countSince(now - windowMs) }
    }
    return counted.count
  }

  const repaint = () => map?.triggerRepaint()

  /** Most never need it: it is loaded when it is. */
  function makeDensity(gl: WebGL2RenderingContext, mine: Held) {
    loading ??= import('./strike-density.ts')
    void loading.then(({ StrikeDensity }) => {
      if (held !== mine || mine.density) return
      mine.density = new StrikeDensity(gl)
      repaint()
    })
  }

  function makeThunder(gl: WebGL2RenderingContext, mine: Held) {
    loadingThunder ??= import('./strike-thunder.ts')
    void loadingThunder.then(({ StrikeThunder }) => {
      if (held !== mine || mine.thunder) return
      mine.thunder = new StrikeThunder(gl)
      repaint()
    })
  }

  function drawSelection(
    gl: WebGL2RenderingContext,
    mine: Held,
    { uniforms }: StrikeProgram,
    place: LatLon,
    draw: Draw,
  ) {
    mine.selection ??= createSelection(gl)
    selected[0] = fixedX(place.lon)
    selected[1] = fixedY(place.lat)
    gl.bindBuffer(gl.ARRAY_BUFFER, mine.selection.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, selected, gl.DYNAMIC_DRAW)
    gl.bindVertexArray(mine.selection.vao)
    uniforms.int('u_selection', 1)
    draw(() => gl.drawArrays(gl.POINTS, 0, 1))
  }

  /** Takes in what came since the last frame. */
  function update(gl: WebGL2RenderingContext, now: number): Held {
    columns.expire(now)
    const mine = hold(gl)
    mine.strikes.send()
    return mine
  }

  function gather(gl: WebGL2RenderingContext, input: RenderInput) {
    if (!map) return
    const now = nowMs()
    const wanted = look()
    const mine = update(gl, now)
    if (!mine.density) makeDensity(gl, mine)
    const first = columns.firstSince(now - wanted.windowMs)
    mine.density?.gather(map, input, mine.strikes, { first, nowMs: now, look: wanted, isStale: isStale() })
  }

  /** How much of the picture is to be density. */
  function shareWanted(now: number, { density, windowMs }: StrikeLook): number {
    return map && density ? densityShare(map.getZoom(), countAt(now, windowMs)) : 0
  }

  /** Whether the cells have to be added up before the next frame is drawn. */
  function isGathering(): boolean {
    if (!map) return false
    const now = nowMs()
    const wanted = look()
    if (shareWanted(now, wanted) === 0) return false
    return held?.density?.differs(map, held.strikes, { nowMs: now, look: wanted, isStale: isStale() }) ?? true
  }

  return {
    id: 'lightning-strikes',
    type: 'custom',
    isTidy: true,
    renderingMode: '2d',

    // Called again after a change of style and after a lost context: nothing of before is used. Only the two below may
    // touch the context's state, which MapLibre then reads anew.
    onAdd(to) {
      map = to
      held = null
    },

    onRemove(_map, gl) {
      held?.strikes.close()
      held?.density?.close()
      held?.thunder?.close()
      gl.deleteVertexArray(held?.selection?.vao ?? null)
      gl.deleteBuffer(held?.selection?.buffer ?? null)
      held?.programs.close()
      map = null
      held = null
    },

    // Asked for each frame, twice where it is there: MapLibre then has to set its state anew once more.
    get prerender() {
      return isGathering() ? gather : undefined
    },

    render(gl, input) {
      if (!map) return
      const now = nowMs()
      const wanted = look()
      const stale = isStale()
      const zoom = map.getZoom()
      const mine = update(gl, now)
      const program = mine.programs.of(input)
      if (!program) return
      const { strikes, density } = mine
      share = density?.isMade ? shareWanted(now, wanted) : 0 // until it is there, marks
      gl.disable(gl.DEPTH_TEST)
      if (share > 0 && density?.lay(input, share) === false) map.triggerRepaint()

      const thunder = thunderStrength(zoom)
      if (thunder > 0) {
        if (!mine.thunder) makeThunder(gl, mine)
        mine.thunder?.draw(map, input, strikes, columns.firstSince(now - THUNDER_MS), now, wanted, thunder)
      }

      program.bind()
      setTime(program, now, wanted)
      setMarks(program, wanted, { zoom, ratio: map.getPixelRatio(), share, isStale: stale })
      program.uniforms.int('u_selection', 0)
      const draw = setPlace(program, map, input)
      draw(() => strikes.draw(columns.firstSince(now - (share < 1 ? wanted.windowMs : YOUNG_MS))))
      if (columns.end > columns.first) markShown('strikes')
      if (wanted.selected) drawSelection(gl, mine, program, wanted.selected, draw)
      gl.bindVertexArray(null)
    },
  }
}

type Draw = (run: () => void) => void

function createSelection(gl: WebGL2RenderingContext) {
  const made = { buffer: gl.createBuffer(), vao: gl.createVertexArray() }
  gl.bindVertexArray(made.vao)
  gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer)
  pointAtStrikes(gl)
  gl.bindVertexArray(null)
  return made
}
