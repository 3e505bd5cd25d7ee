import { Deck, MapView } from '@deck.gl/core'
import { DataFilterExtension } from '@deck.gl/extensions'
import { ScatterplotLayer } from '@deck.gl/layers'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { type Canvas, colourOf, partsOf, type Scene, type Subject } from './subject.ts'

const FLOATS = 3

/** A part of the window: positions and times in arrays that deck.gl uploads as they are. */
interface Part {
  name: string
  number: number
  count: number
  positions: Float32Array
  times: Float32Array
  version: number
}

/** deck.gl's points from binary attributes, in parts of which only the newest is uploaded; old ones are released. */
export function createDeck({ map, over, alive, windowMs, nowMs }: Scene): Subject {
  const startMs = nowMs()
  const shares = partsOf(windowMs)
  const partMs = windowMs / shares
  const room = Math.ceil((alive / shares) * 1.5) + 4_096
  const parts: Part[] = []
  const filter = new DataFilterExtension({ filterSize: 1 })
  let made = 0
  const { lng, lat } = map.getCenter()
  const view = { longitude: lng, latitude: lat, zoom: map.getZoom() }
  const bare = createCanvas(over, view)
  const canvas = createCanvas(over, view)

  function take({ time, lat: y, lon: x }: StrikeRecord) {
    const timeMs = Number(time) / 1e6
    const number = Math.floor(timeMs / partMs)
    let part = parts.at(-1)
    if (!part || number > part.number || part.count === room) {
      part = {
        name: `part-${made++}`,
        number,
        count: 0,
        positions: new Float32Array(room * FLOATS),
        times: new Float32Array(room),
        version: 0,
      }
      parts.push(part)
    }
    part.positions[part.count * FLOATS] = x
    part.positions[part.count * FLOATS + 1] = y
    part.times[part.count] = (timeMs - startMs) / 1_000
    part.count++
    part.version++
  }

  function give(atMs: number): Promise<void> {
    const newest = Math.floor(atMs / partMs)
    while (parts[0] && newest - parts[0].number > shares) parts.shift()
    const since = (atMs - windowMs - startMs) / 1_000
    const layers = parts.map((part) => layerOf(part, newest, since))
    canvas.deck.setProps({ layers })
    return new Promise((resolve) => {
      const stop = canvas.watch(() => {
        stop()
        resolve()
      })
    })
  }

  const datas = new WeakMap<Part, { version: number; data: object }>()
  function layerOf(part: Part, newest: number, since: number) {
    let held = datas.get(part)
    if (held?.version !== part.version) {
      held = {
        version: part.version,
        data: {
          length: part.count,
          attributes: {
            getPosition: { value: part.positions.subarray(0, part.count * FLOATS), size: FLOATS },
            getFilterValue: { value: part.times.subarray(0, part.count), size: 1 },
          },
        },
      }
      datas.set(part, held)
    }
    return new ScatterplotLayer({
      id: part.name,
      data: held.data,
      radiusUnits: 'pixels',
      getRadius: 2,
      getFillColor: rgb(colourOf(newest - part.number, shares)),
      extensions: [filter],
      filterRange: [since, Number.MAX_SAFE_INTEGER],
    })
  }

  return {
    async fill(records, atMs) {
      for (const record of records) take(record)
      await give(atMs)
    },
    batch(records, atMs) {
      for (const record of records) take(record)
      return give(atMs)
    },
    canvas,
    bare,
    jsBytes: () => parts.reduce((bytes, { positions, times }) => bytes + positions.byteLength + times.byteLength, 0),
  }
}

interface DeckView {
  longitude: number
  latitude: number
  zoom: number
}

function createCanvas(parent: HTMLDivElement, initialViewState: DeckView): Canvas & { deck: Deck<MapView> } {
  const watching = new Set<(ms: number) => void>()
  let began = 0
  const deck = new Deck({
    parent,
    width: '100%',
    height: '100%',
    views: new MapView({ repeat: true }),
    initialViewState,
    controller: false,
    layers: [],
    onBeforeRender: () => {
      began = performance.now()
    },
    onAfterRender: () => {
      const ms = performance.now() - began
      for (const each of [...watching]) each(ms)
    },
  })
  return {
    deck,
    ask: () => void requestAnimationFrame(() => deck.redraw('frame')),
    watch(each) {
      watching.add(each)
      return () => watching.delete(each)
    },
  }
}

function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
