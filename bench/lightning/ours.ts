import type { CustomLayerInterface, CustomRenderMethod } from 'maplibre-gl'
import { StrikeColumns } from '../../src/core/strikes/strike-columns.ts'
import { pickFrame } from '../../src/page/features/lightning/layer/pick-frame.ts'
import { createStrikeLayer } from '../../src/page/features/lightning/layer/strike-layer.ts'
import { pass } from './stretch.ts'
import type { Scene, Subject } from './subject.ts'

/** Every record is drawn, as the others do, though the page would draw the best one of each stroke. */
const CHOSEN = { records: true }
/** Loading time of the drawing code, on first use. */
const LOAD_MS = 500

/** Brontide's own layer over its columns. */
export function createOurs({ map, windowMs, nowMs }: Scene): Subject {
  const columns = new StrikeColumns({ keptMs: windowMs })
  const look = {
    windowMs,
    light: false,
    palette: 'brontide',
    density: true,
    calm: false,
    chosen: CHOSEN,
    hollow: false,
    past: false,
    polarity: 'near',
    selected: null,
    around: null,
  } as const
  const layer = createStrikeLayer({
    columns,
    nowMs,
    isStale: () => false,
    drawn() {},
    look: () => look,
  })
  let frameMs = 0
  let shown: (() => void) | null = null
  let asideMs = 0
  const aside: CustomRenderMethod = (gl, input) => {
    const began = performance.now()
    layer.prerender?.(gl, input)
    asideMs = performance.now() - began
  }
  const timed: CustomLayerInterface = {
    ...layer,
    get prerender() {
      return layer.prerender && aside
    },
    render(gl, input) {
      const began = performance.now()
      layer.render(gl, input)
      frameMs = asideMs + performance.now() - began
      asideMs = 0
      shown?.()
      shown = null
    },
  }
  map.addLayer(timed)

  const drawn = () => {
    map.triggerRepaint()
    return new Promise<void>((resolve) => {
      shown = resolve
    })
  }
  return {
    async fill(records, atMs) {
      for (let i = 0; i < records.length; i += 20_000) columns.push(records.slice(i, i + 20_000), atMs, false)
      await drawn()
      await pass(LOAD_MS)
      await drawn()
    },
    batch(records, atMs) {
      columns.push(records, atMs, true)
      return drawn()
    },
    ownFrameMs: () => frameMs,
    jsBytes: () => columns.bytes,
    pick(x, y) {
      const frame = pickFrame(
        (atX, atY) => {
          const { lat, lng } = map.unproject([atX, atY])
          return { lat, lon: lng }
        },
        x,
        y,
      )
      return columns.nearest(frame, 10, nowMs() - windowMs, CHOSEN)
    },
  }
}
