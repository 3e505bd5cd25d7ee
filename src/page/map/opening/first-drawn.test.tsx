// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FirstDrawn } from './first-drawn.tsx'
import { hasLandPicture, showLandPicture } from './land-picture.ts'

vi.mock('../desk-scale.ts', () => ({ deskScale: () => 1 }))
vi.mock('../map-hooks.ts', () => ({ useMapInstance: () => map }))

let loaded: boolean
let opacity: unknown
let layerType: string
let listeners: [type: string, listener: () => void, once: boolean][]
const map = {
  isSourceLoaded: () => loaded,
  getLayer: () => ({ type: layerType }),
  setPaintProperty: (_layer: string, _name: string, value: unknown) => {
    opacity = value
  },
  on: (type: string, listener: () => void) => void listeners.push([type, listener, false]),
  once: (type: string, listener: () => void) => void listeners.push([type, listener, true]),
  off: (type: string, listener: () => void) => {
    listeners = listeners.filter((each) => each[0] !== type || each[1] !== listener)
  },
}

function fire(type: string): void {
  for (const [, listener, once] of listeners.filter((each) => each[0] === type)) {
    if (once) map.off(type, listener)
    listener()
  }
}

beforeEach(() => {
  loaded = false
  opacity = 0
  layerType = 'background'
  listeners = []
  showLandPicture({ zoom: 3, lat: 30, lon: 110 }, 'dark')
})
afterEach(cleanup)

it('keeps the picture of the land until the map over it is drawn with its sea', () => {
  const onDrawn = vi.fn()
  render(<FirstDrawn sources={['basemap']} onDrawn={onDrawn} />)
  fire('render')
  expect([hasLandPicture(), opacity, onDrawn.mock.calls.length]).toEqual([true, 0, 0])
  loaded = true
  fire('render')
  expect([hasLandPicture(), opacity, onDrawn.mock.calls.length]).toEqual([true, 1, 1])
  fire('render')
  expect([hasLandPicture(), onDrawn.mock.calls.length]).toEqual([false, 1])
})

it('removes the picture when the map moves', () => {
  render(<FirstDrawn sources={['basemap']} onDrawn={() => {}} />)
  fire('movestart')
  fire('render')
  expect([hasLandPicture(), opacity]).toEqual([false, 1])
})

it('leaves a layer of another style as it is', () => {
  layerType = 'fill'
  render(<FirstDrawn sources={['basemap']} onDrawn={() => {}} />)
  loaded = true
  fire('render')
  fire('render')
  expect([hasLandPicture(), opacity]).toEqual([false, 0])
})
