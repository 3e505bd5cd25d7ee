import { Map as MapLibre, type MapOptions } from 'maplibre-gl'
import { FramePace } from './frame-pace.ts'

/**
 * MapLibre's map with two habits of ours. It draws a sky only around a globe: MapLibre draws one over the whole view for each
 * frame, with the costliest of its programs, and over a flat map seen from above it is transparent. And no frame is begun
 * while a slow GPU still draws the one before.
 */
export class FlatMap extends MapLibre {
  private pace?: FramePace

  constructor(options: MapOptions) {
    super(options)
    const { painter } = this
    const { sky, ...others } = painter.drawFunctions
    painter.drawFunctions = {
      ...others,
      sky: (mesh, frame) => {
        if (frame.data.isRenderingGlobe) sky(mesh, frame)
      },
    }
    this.pace = new FramePace(painter.context.gl)
    this.on('render', () => this.pace?.sent(performance.now()))
  }

  override _render(paintStartTimeStamp: number): this {
    const isAtOnce = paintStartTimeStamp === 0 // by `redraw`, whose caller wants it done
    if (!isAtOnce && this.pace?.mustWait(performance.now())) {
      this.triggerRepaint()
      return this
    }
    return super._render(paintStartTimeStamp)
  }
}
