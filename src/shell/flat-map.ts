import { Map as MapLibre, type MapOptions } from 'maplibre-gl'
import { GROUND_SOURCES } from './basemap/ground-layers.ts'
import { FirstDraws } from './first-draws.ts'
import { FramePace } from './frame-pace.ts'
import { groundPicture } from './ground-picture.ts'
import { GroundTogether } from './ground-together.ts'
import { isOpening } from './mark-shown.ts'
import { SLOTS } from './slots.ts'
import { keepStateOf } from './tidy-layers.ts'

type RenderLayer = MapLibre['painter']['renderLayer']
type ClearColour = NonNullable<Parameters<MapLibre['painter']['context']['clear']>[0]['color']>

const TRANSPARENT = { r: 0, g: 0, b: 0, a: 0 } as ClearColour

/**
 * MapLibre's map with six habits of ours. It draws a sky only around a globe: MapLibre draws one over the whole view for
 * each frame, with the costliest of its programs, and over a flat map seen from above it is transparent. No frame is begun
 * while a slow GPU still draws the one before. Layers come one after the other where each takes long to be made ready.
 * The tiles of its first ground are drawn together. Until that is whole, it leaves a picture that lies under the map in
 * sight. And what our own layer leaves as it was is not set anew.
 */
export class FlatMap extends MapLibre {
  // Made while MapLibre's own constructor runs, so nothing of ours may empty them after it.
  declare private pace: FramePace
  declare private firsts: FirstDraws
  private readonly ground = new GroundTogether()
  /** Whether a frame has had all of the ground and its names. */
  private isGroundReady = false
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
    const firsts = new FirstDraws(() => performance.now())
    this.firsts = firsts
    const renderLayer: RenderLayer = painter.renderLayer.bind(painter)
    painter.renderLayer = (...given) => {
      const [, , layer, , frame] = given
      if (this.isGroundAlone && !isOfGround(layer)) return
      if (frame.currentPass === 'translucent' && frame.currentLayer > this.eraseAfter) this.eraseGround()
      const run = () => renderLayer(...given)
      // What is live comes first.
      if (isThere(...given)) firsts.draw(`${layer.id} ${frame.currentPass}`, layer.type !== 'custom', run)
      else run()
    }
  }

  /** False while layers are still to be drawn for the first time, or a picture stands for the ground. */
  get isWhole(): boolean {
    return this.firsts.isWhole && !this.showsPicture
  }

  /** Whether all tiles of the ground are there: MapLibre calls one loaded that did not come. */
  get hasGround(): boolean {
    return GROUND_SOURCES.every((id) => {
      const tiles = this.style.tileManagers[id]
      return tiles?.loaded() && tiles.getIds().every((each) => tiles.getTileByID(each)?.state !== 'errored')
    })
  }

  /** The ground as it is now, with its names, and nothing that lies on it. */
  pictureOfGround(): Promise<ImageBitmap> {
    this.isGroundAlone = true
    this.redraw()
    const picture = createImageBitmap(this.getCanvas())
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
    return this.pace.mustWait(nowMs) || (isOpening() && this.ground.mustWait(nowMs, () => this.areTilesLoaded()))
  }

  override _render(paintStartTimeStamp: number): this {
    const isAtOnce = paintStartTimeStamp === 0 // by `redraw`, whose caller wants it done
    if (!isAtOnce && this.mustWait(performance.now())) {
      this.triggerRepaint()
      return this
    }
    this.showsPicture = groundPicture.address !== null && !this.isGroundReady
    if (this.showsPicture) this.renderOverPicture(paintStartTimeStamp)
    else this.renderFrame(paintStartTimeStamp)
    return this
  }

  private renderFrame(paintStartTimeStamp: number): void {
    this.firsts.begin()
    super._render(paintStartTimeStamp)
    if (!this.firsts.isWhole) this.triggerRepaint()
  }

  private renderOverPicture(paintStartTimeStamp: number): void {
    const hasGround = this.hasGround
    this.eraseAfter = this.style._order.indexOf(SLOTS.areas)
    this.renderFrame(paintStartTimeStamp)
    this.eraseGround()
    this.isGroundReady = hasGround && this.firsts.isWhole && !this._placementDirty
    if (this.isGroundReady) this.triggerRepaint()
  }
}

function isOfGround({ source, type }: Parameters<RenderLayer>[2]): boolean {
  return type === 'background' || GROUND_SOURCES.includes(source)
}

/** Whether there is anything to draw: what draws nothing is no first time. */
function isThere(...[, tileManager, layer, tiles]: Parameters<RenderLayer>): boolean {
  if (layer.type === 'background' || layer.type === 'custom') return true
  return (tiles ?? []).some((tile) => tileManager.getTile(tile)?.getBucket(layer))
}
