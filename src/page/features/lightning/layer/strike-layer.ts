import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import type { StateTrackedLayer } from '../../../map/gl/gl-state-tracking.ts'
import { markShown } from '../../../map/opening/paint-timing.ts'
import { densityShare } from './density-share.ts'
import { mapBox } from './map-box.ts'
import { setMarks } from './mark-uniforms.ts'
import { StrikeDrawing } from './strike-drawing.ts'
import { setPlace } from './strike-place.ts'
import { YOUNG_S } from './strike-shaders.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setTime } from './strike-uniforms.ts'
import { thunderOf, thunderStrength } from './thunder.ts'

interface StrikeLayerDeps {
  columns: StrikeColumns
  nowMs(): number
  isStale(): boolean
  /** A frame was drawn; `isStale` of its marks, or null without any. */
  drawn(isStale: boolean | null): void
  look(): StrikeLook
}

const COUNT_EVERY_MS = 1_000
const YOUNG_MS = YOUNG_S * 1_000

/** Our own WebGL layer: everything that changes with time happens in the shader, from one clock. */
export function createStrikeLayer({ columns, nowMs, isStale, drawn, look }: StrikeLayerDeps): StateTrackedLayer {
  let map: MapInstance | null = null
  let drawing: StrikeDrawing | null = null
  let share = 0
  const countAt = createCount(columns)

  /** Applies changes since the last frame. */
  function update(gl: WebGL2RenderingContext, now: number): StrikeDrawing {
    columns.expire(now)
    drawing ??= new StrikeDrawing(gl, columns, () => map?.triggerRepaint())
    drawing.strikes.send()
    return drawing
  }

  function shareWanted(now: number, { density, windowMs }: StrikeLook): number {
    return map && density ? densityShare(map.getZoom(), countAt(now, windowMs)) : 0
  }

  /** The parameters of the density picture; null if none is needed. */
  function densityWanted() {
    const wanted = { nowMs: nowMs(), look: look(), isStale: isStale() }
    const wantedShare = shareWanted(wanted.nowMs, wanted.look)
    return map && wantedShare > 0 ? { ...wanted, map, share: wantedShare } : null
  }

  function gather(gl: WebGL2RenderingContext, input: RenderInput) {
    const wanted = densityWanted()
    if (!wanted) return
    const { strikes, density } = update(gl, wanted.nowMs)
    const first = columns.firstSince(wanted.nowMs - wanted.look.windowMs)
    density.ask()?.gather(wanted.map, input, strikes, { ...wanted, first })
  }

  return {
    id: 'lightning-strikes',
    type: 'custom',
    isTidy: true,
    renderingMode: '2d',

    // Called again after a change of style and after a lost context: previous resources are invalid. Only the two
    // functions below may change the context's state, which MapLibre then resets.
    onAdd(to) {
      map = to
      drawing?.lose()
      drawing = null
    },

    onRemove() {
      drawing?.close()
      drawing = null
      map = null
    },

    // Read in each frame; with this property MapLibre resets its state again.
    get prerender() {
      const wanted = densityWanted()
      const isDue = wanted && (drawing?.density.made?.differs(wanted.map, drawing.strikes, wanted) ?? true)
      return isDue ? gather : undefined
    },

    render(gl, input) {
      if (!map) return
      const now = nowMs()
      const wanted = look()
      const stale = isStale()
      const zoom = map.getZoom()
      const { strikes, density, thunder, programs, selection } = update(gl, now)
      const program = programs.of(input)
      if (!program) return
      share = density.made?.isMade ? shareWanted(now, wanted) : 0 // until it is there, marks
      gl.disable(gl.DEPTH_TEST)
      if (share > 0 && density.made?.lay(input, share) === false) map.triggerRepaint()

      const strength = thunderStrength(zoom)
      const rolling = strength > 0 ? thunder.ask() : null
      if (rolling) {
        rolling.draw(map, input, strikes, thunderOf(columns, mapBox(), wanted, now), now, wanted, strength)
      }

      program.bind()
      setTime(program, now, wanted)
      const { knowsPolarity } = columns
      setMarks(program, wanted, { zoom, ratio: map.getPixelRatio(), share, isStale: stale, knowsPolarity })
      program.uniforms.int('u_selection', 0)
      const draw = setPlace(program, map, input)
      draw(() => strikes.draw(columns.firstSince(now - (share < 1 ? wanted.windowMs : YOUNG_MS))))
      if (columns.end > columns.first) markShown('strikes')
      drawn(columns.end > columns.first ? stale : null)
      if (wanted.selected) {
        selection.bind(wanted.selected)
        program.uniforms.int('u_selection', 1)
        draw(() => gl.drawArrays(gl.POINTS, 0, 1))
      }
      gl.bindVertexArray(null)
    },
  }
}

/** Counts the strikes of a time window; how many there are changes little from frame to frame. */
function createCount(columns: StrikeColumns) {
  let counted = { atMs: Number.NEGATIVE_INFINITY, windowMs: 0, count: 0 }
  return (now: number, windowMs: number): number => {
    if (Math.abs(now - counted.atMs) >= COUNT_EVERY_MS || counted.windowMs !== windowMs) {
      counted = { atMs: now, windowMs, count: columns.countSince(now - windowMs) }
    }
    return counted.count
  }
}
