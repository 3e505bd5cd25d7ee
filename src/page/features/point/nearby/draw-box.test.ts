// @vitest-environment happy-dom
import type { Map as MapLibreMap } from 'maplibre-gl'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { pickAt } from '../../../map/picking/map-pick.ts'
import { useFireArea } from './area-store.ts'
import { drawBox } from './draw-box.ts'

beforeEach(() => useFireArea.setState(useFireArea.getInitialState(), true))

/** A map on which ten pixels are a degree. */
function draw() {
  const listeners = new Map<string, (event: object) => void>()
  const canvas = document.createElement('canvas')
  const container = document.createElement('div')
  let centre = { lat: 0, lng: 0 }
  const map = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    off: (type: string) => listeners.delete(type),
    getCanvas: () => canvas,
    getCanvasContainer: () => container,
    getCenter: () => centre,
    doubleClickZoom: { enable: vi.fn(), disable: vi.fn() },
  }
  useFireArea.getState().startDrawing()
  const stop = drawBox(map as unknown as MapLibreMap)
  onTestFinished(stop)
  const preventDefault = vi.fn()
  const send = (type: string, x: number, y: number, fingers?: number) =>
    listeners.get(type)?.({
      point: { x, y },
      lngLat: { lng: x / 10, lat: y / 10 },
      preventDefault,
      ...(fingers && { points: Array(fingers).fill({ x, y }) }),
    })
  const click = (x: number, y: number) => pickAt({ x, y, lat: y / 10, lon: x / 10 })
  /** As arrow keys do. */
  function panTo(lng: number, lat: number) {
    centre = { lat, lng }
    listeners.get('move')?.({ originalEvent: new KeyboardEvent('keydown') })
  }
  return { send, click, panTo, preventDefault, container, stop }
}

const area = () => useFireArea.getState()
const BOX = { west: 1, south: 1, east: 4, north: 3 }

it.each([
  ['the pointer', 'mousedown', 'mousemove', 'mouseup', undefined],
  ['a finger', 'touchstart', 'touchmove', 'touchend', 1],
] as const)('draws a box by dragging %s, until it is released anywhere', (_with, press, move, release, fingers) => {
  const { send, preventDefault } = draw()
  send(press, 10, 10, fingers)
  expect(preventDefault).toHaveBeenCalledOnce() // the map stays
  send(move, 20, 20, fingers)
  expect(area().draft).toEqual({ west: 1, south: 1, east: 2, north: 2 })
  send(move, 40, 30, fingers)
  dispatchEvent(new Event(release))
  expect(area()).toMatchObject({ box: BOX, isDrawing: false, draft: null })
})

it('draws a box by two clicks, the second corner following the pointer', () => {
  const { send, click } = draw()
  send('mousedown', 10, 10)
  send('mousemove', 11, 11)
  dispatchEvent(new Event('mouseup'))
  click(10, 10)
  send('mousemove', 30, 20)
  expect(area().draft).toEqual({ west: 1, south: 1, east: 3, north: 2 })
  click(40, 30)
  expect(area()).toMatchObject({ box: BOX, isDrawing: false })
})

it('draws a box by the keyboard: the second corner follows the centre of the map', () => {
  const { click, panTo } = draw()
  click(10, 10) // Enter reports the centre as a click
  panTo(3, 2)
  expect(area().draft).toEqual({ west: 1, south: 1, east: 3, north: 2 })
  click(40, 30)
  expect(area().box).toEqual(BOX)
})

it('abandons a drag when a second finger moves the map, and lets the user begin again', () => {
  const { send } = draw()
  send('touchstart', 10, 10, 1)
  send('touchmove', 20, 20, 1)
  send('touchstart', 20, 20, 2)
  dispatchEvent(new Event('touchend'))
  expect(area()).toMatchObject({ box: null, draft: null, corner: null, isDrawing: true })
})

it('waits for another corner after a second one at the first', () => {
  const { click } = draw()
  click(10, 10)
  click(10, 10)
  expect(area()).toMatchObject({ box: null, isDrawing: true })
  click(40, 30)
  expect(area().box).toEqual(BOX)
})

it('ends the drawing on Escape, which does nothing else, and keeps the box from before', () => {
  useFireArea.setState({ box: BOX })
  const other = vi.fn()
  addEventListener('keydown', other)
  onTestFinished(() => removeEventListener('keydown', other))
  const { click } = draw()
  click(60, 60)
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(area()).toMatchObject({ box: BOX, isDrawing: false, corner: null })
  expect(other).not.toHaveBeenCalled()
})

it('gives clicks and the cursor back when it stops', () => {
  const { container, click, stop } = draw()
  expect(container.style.cursor).toBe('crosshair')
  stop()
  click(10, 10)
  expect(area().corner).toBeNull()
  expect(container.style.cursor).toBe('')
})
