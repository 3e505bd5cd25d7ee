import { Map as MapLibre, type MapOptions } from 'maplibre-gl'
import { GROUND_SOURCES } from '../basemap/ground-layers.ts'
import { InitialTileBarrier } from '../opening/initial-tile-barrier.ts'
import { isOpening, wasShown } from '../opening/paint-timing.ts'
import { AsyncShaderPrograms } from './async-shader-programs.ts'
import { FramePace } from './frame-pace.ts'
import { keepStateOf } from './gl-state-tracking.ts'
import { shaderLinkSchedulerOf } from './shader-link-scheduler.ts'

type Painter = MapLibre['painter']
type RenderLayer = Painter['renderLayer']

/**
 * MapLibre's map with five habits of ours. It draws a sky only around a globe: MapLibre draws one over the whole view for
 * each frame, with the costliest of its programs, and over a flat map seen from above it is transparent. No frame is begun
 * while a slow GPU still draws the one before. Its programs are made beside the page. The tiles of its first ground are
 * drawn together. And what our own layer leaves as it was is not set anew.
 */
export class PatchedMap extends MapLibre {
  // Made while MapLibre's own constructor runs, so nothing of ours may empty them after it.
  declare private pace: FramePace
  declare private programs: AsyncShaderPrograms
  private readonly ground = new InitialTileBarrier()
  /** Whether this frame lacks something of the ground. */
  private isGroundCut = false

  constructor(options: MapOptions) {
    super(options)
    this.on('render', () => this.pace.sent(performance.now()))
    this.on('sourcedata', ({ tile, source }) => {
      if (tile && source.type === 'vector') this.ground.tileCame(performance.now())
    })
  }

  /** As the map is made, and again each time its graphics were lost. */
  override _setupPainter(): void {
    super._setupPainter()
    const { painter } = this
    const { sky, ...others } = painter.drawFunctions
    painter.drawFunctions = {
      ...others,
      sky: (mesh, frame) => {
        if (frame.data.isRenderingGlobe) sky(mesh, frame)
      },
    }
    keepStateOf(painter)
    this.pace = new FramePace(painter.context.gl)
    this.programs = new AsyncShaderPrograms(painter, () => this.triggerRepaint())
    this.drawnOnceReady(painter)
    const renderLayer: RenderLayer = painter.renderLayer.bind(painter)
    painter.renderLayer = (...given) => {
      const [, , layer] = given
      renderLayer(...given)
      if (this.programs.takeCut() && isOfGround(layer)) this.isGroundCut = true
    }
  }

  /** In another projection each program is another: until all are made, the picture stays as it is. */
  private drawnOnceReady(painter: Painter): void {
    const render: Painter['render'] = painter.render.bind(painter)
    let drawnIn: string | undefined
    let isComing = false
    painter.render = (style, transform, data) => {
      const projection = data.projectionShaderVariant
      if (projection && drawnIn && projection.name !== drawnIn && !isComing) this.programs.prepare(projection)
      isComing = projection?.name !== drawnIn && drawnIn !== undefined
      if (isComing && this.programs.isWaiting) {
        this.isGroundCut = true
        return
      }
      drawnIn = projection?.name ?? drawnIn
      render(style, transform, data)
      this.programs.make()
    }
  }

  /** False while something of the ground waits for its program. */
  get isWhole(): boolean {
    return !this.isGroundCut
  }

  /** Whether programs of the map, or of what lies on it, are being made. */
  get isMaking(): boolean {
    return this.programs.isWaiting || shaderLinkSchedulerOf(this.painter.context.gl).isWaiting
  }

  private mustWait(nowMs: number): boolean {
    if (wasShown('strikes') && shaderLinkSchedulerOf(this.painter.context.gl).isPressing) return true
    const isUrgent = isOpening() || this.isMoving()
    return (
      this.pace.mustWait(nowMs, isUrgent) || (isOpening() && this.ground.mustWait(nowMs, () => this.areTilesLoaded()))
    )
  }

  override _render(paintStartTimeStamp: number): this {
    const isAtOnce = paintStartTimeStamp === 0 // by `redraw`, whose caller wants it done
    if (!isAtOnce && this.mustWait(performance.now())) {
      this.triggerRepaint()
      return this
    }
    this.isGroundCut = false
    return super._render(paintStartTimeStamp)
  }
}

function isOfGround({ source, type }: Parameters<RenderLayer>[2]): boolean {
  return type === 'background' || GROUND_SOURCES.includes(source)
}
