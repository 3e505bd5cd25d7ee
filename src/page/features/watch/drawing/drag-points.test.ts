// @vitest-environment happy-dom
import type { Map as MapLibreMap } from 'maplibre-gl'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { dragPoints } from './drag-points.ts'
import { useDrawing } from './drawing-store.ts'

beforeEach(() => {
  useDrawing.setState(useDrawing.getInitialState(), true)
  for (const lon of [10, 60]) useDrawing.getState().addPoint({ lat: 0, lon })
})

const lons = () => useDrawing.getState().points.map(({ lon }) => lon)

/** A map on which a degree is a pixel. */
function drag() {
  const listeners = new Map<string, (event: object) => void>()
  const map = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    off: (type: string) => listeners.delete(type),
    project: ([lon, lat]: [number, number]) => ({ x: lon, y: lat }),
  }
  const dragging = dragPoints(map as unknown as MapLibreMap)
  onTestFinished(dragging.stop)
  const preventDefault = vi.fn()
  const tell = (type: string, x: number, fingers?: number) =>
    listeners.get(type)?.({
      point: { x, y: 0 },
      lngLat: { lng: x, lat: 0 },
      originalEvent: { type },
      preventDefault,
      ...(fingers && { points: Array(fingers).fill({ x, y: 0 }) }),
    })
  return { dragging, preventDefault, tell }
}

it('drags a point with the pointer, until it is released anywhere', () => {
  const { tell, preventDefault } = drag()
  tell('mousedown', 14)
  expect(preventDefault).toHaveBeenCalledOnce()
  for (const x of [20, 30]) tell('mousemove', x)
  dispatchEvent(new Event('mouseup'))
  tell('mousemove', 40)
  expect(lons()).toEqual([30, 60])
  useDrawing.getState().undo()
  expect(lons()).toEqual([10, 60])
})

it('returns a dragged point to its start when a second finger touches', () => {
  const { dragging, tell } = drag()
  tell('touchstart', 70, 1)
  tell('touchmove', 75, 1)
  expect(lons()).toEqual([10, 75])
  tell('touchstart', 40, 2)
  expect(dragging.isHeld()).toBe(false)
  tell('touchmove', 45, 2)
  expect(lons()).toEqual([10, 60])
})

it('finds the point near a tap, with a larger radius for a finger than for a pointer', () => {
  const { dragging, tell } = drag()
  tell('mousedown', 300)
  expect([dragging.at({ x: 68, y: 0 }), dragging.at({ x: 78, y: 0 })]).toEqual([1, null])
  tell('touchstart', 300, 1)
  expect([dragging.at({ x: 78, y: 0 }), dragging.at({ x: 90, y: 0 })]).toEqual([1, null])
})
