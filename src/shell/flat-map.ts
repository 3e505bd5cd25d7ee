import { Map as MapLibre, type MapOptions } from 'maplibre-gl'
import { FirstDraws } from './first-draws.ts'
import { FramePace } from './frame-pace.ts'
import { GroundTogether } from './ground-together.ts'
import { isOpening } from './mark-shown.ts'
import { keepStateOf } from './tidy-layers.ts'

type RenderLayer = MapLibre['painter']['renderLayer']

/**
 * MapLibre's map with five habits of ours. It draws a sky only around a globe: MapLibre draws one over the whole view for
 * each frame, with the costliest of its programs, and over a flat map seen from above it is transparent. No frame is begun
 * while a slow GPU still draws the one before. Layers come one after the other where each takes long to be made ready.
 * The tiles of its first ground are drawn together. And what our own layer leaves as it was is not set anew.
 */
export class FlatMap extends MapLibre {
  // Made while MapLibre's own constructor runs, so nothing of ours may empty them after it.
  declare private pace: FramePace
  declare private firsts: FirstDraws
  private readonly ground = new GroundTogether()

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
      const run = () => renderLayer(...given)
      // What is live comes first.
      if (isThere(...given)) firsts.draw(`${layer.id} ${frame.currentPass}`, layer.type !== 'custom', run)
      else run()
    }
  }

  /** False while layers are still to be drawn for the first time. */
  get isWhole(): boolean {
    return this.firsts.isWhole
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
    this.firsts.begin()
    super._render(paintStartTimeStamp)
    if (!this.isWhole) this.triggerRepaint()
    return this
  }
}

/** Whether there is anything to draw: what draws nothing is no first time. */
function isThere(...[, tileManager, layer, tiles]: Parameters<RenderLayer>): boolean {
  if (layer.type === 'background' || layer.type === 'custom') return true
  return (tiles ?? []).some((tile) => tileManager.getTile(tile)?.getBucket(layer))
}
