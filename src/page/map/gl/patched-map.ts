import { Map as MapLibre, type MapOptions } from 'maplibre-gl'
import { GROUND_SOURCES } from '../basemap/ground-layers.ts'
import { groundPicture } from '../opening/ground-picture.ts'
import { InitialTileBarrier } from '../opening/initial-tile-barrier.ts'
import { isOpening, wasShown } from '../opening/paint-timing.ts'
import { SLOTS } from '../slots.ts'
import { AsyncShaderPrograms } from './async-shader-programs.ts'
import { FramePace } from './frame-pace.ts'
import { keepStateOf } from './gl-state-tracking.ts'
import { shaderLinkSchedulerOf } from './shader-link-scheduler.ts'

type Painter = MapLibre['painter']
type RenderLayer = Painter['renderLayer']
type ClearColour = NonNullable<Parameters<Painter['context']['clear']>[0]['color']>

const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0 } as ClearColour

/**
 * MapLibre's map with six habits of ours. It draws a sky only around a globe: MapLibre draws one over the whole view for
 * each frame, with the costliest of its programs, and over a flat map seen from above it is transparent. No frame is begun
 * while a slow GPU still draws the one before. Its programs are made beside the page. The tiles of its first ground are
 * drawn together. Until that is whole, it leaves a picture that lies under the map in sight. And what our own layer leaves
 * as it was is not set anew.
 */
export class PatchedMap extends MapLibre {
  // Made while MapLibre's own constructor runs, so nothing of ours may empty them after it.
  declare private pace: FramePace
  declare private programs: AsyncShaderPrograms
  private readonly ground = new InitialTileBarrier()
  /** Whether a frame has had all of the ground and its names. */
  private isGroundReady = false
  /** Whether this frame lacks something of the ground. */
  private isGroundCut = false
  /** Whether this frame leaves the ground's picture in sight. */
  private showsPicture = false
  /** Behind which layer of this frame the ground is taken away again. */
  private eraseAfter = Number.POSITIVE_INFINITY
  /** Whether this frame is of the ground alone. */
  private isGroundAlone = false

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
      const [, , layer, , frame] = given
      if (this.isGroundAlone && !isOfGround(layer)) return
      if (frame.currentPass === 'translucent' && frame.currentLayer > this.eraseAfter) this.eraseGround()
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

  /** False while something of the ground waits for its program, or a picture stands for it. */
  get isWhole(): boolean {
    return !this.isGroundCut && !this.showsPicture
  }

  /** Whether programs of the map, or of what lies on it, are being made. */
  get isMaking(): boolean {
    return this.programs.isWaiting || shaderLinkSchedulerOf(this.painter.context.gl).isWaiting
  }

  /** Whether all tiles of the ground are there: MapLibre calls one loaded that did not come. */
  get hasGround(): boolean {
    return GROUND_SOURCES.every((id) => {
      const tiles = this.style.tileManagers[id]
      return tiles?.loaded() && tiles.getIds().every((each) => tiles.getTileByID(each)?.state !== 'errored')
    })
  }

  /** The ground as it is now, with its names, and nothing that lies on it; null where something of it is not there yet. */
  async pictureOfGround(): Promise<ImageBitmap | null> {
    this.isGroundAlone = true
    this.redraw()
    const picture = this.isGroundCut ? null : createImageBitmap(this.getCanvas())
    this.isGroundAlone = false
    this.redraw() // before the browser shows the other one
    return picture
  }

  /** The ground was drawn, if in part, so that its programs are made ready; a picture of it shows more. */
  private eraseGround(): void {
    if (this.eraseAfter !== Number.POSITIVE_INFINITY) this.painter.context.clear({ color: TRANSPARENT })
    this.eraseAfter = Number.POSITIVE_INFINITY
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
    this.showsPicture = groundPicture.image !== null && !this.isGroundReady
    if (this.showsPicture) this.renderOverPicture(paintStartTimeStamp)
    else super._render(paintStartTimeStamp)
    return this
  }

  private renderOverPicture(paintStartTimeStamp: number): void {
    const hasGround = this.hasGround
    this.eraseAfter = this.style._order.indexOf(SLOTS.areas)
    super._render(paintStartTimeStamp)
    this.eraseGround()
    this.isGroundReady = hasGround && !this.isGroundCut
    if (this.isGroundReady) this.triggerRepaint()
  }
}

function isOfGround({ source, type }: Parameters<RenderLayer>[2]): boolean {
  return type === 'background' || GROUND_SOURCES.includes(source)
}
