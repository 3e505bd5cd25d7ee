import { beforeEach, describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../../../contract/lightning.ts'
import { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { createFakeGl } from '../../../../testing/fakes/fake-gl.ts'
import { StrikeBuffer } from './strike-buffer.ts'
import { StrikeDensity } from './strike-density.ts'
import type { MapInstance, RenderInput, StrikeLook } from './strike-uniforms.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 12)
const WINDOW_MS = 30 * 60_000
const LOOK: StrikeLook = {
  windowMs: WINDOW_MS,
  light: false,
  palette: 'brontide',
  calm: false,
  chosen: {},
  hollow: false,
  density: true,
  past: false,
  polarity: 'near',
  selected: null,
  around: null,
}
const INPUT = {
  shaderData: { variantName: 'mercator', vertexShaderPrelude: '', define: '' },
  defaultProjectionData: { mainMatrix: Array(16).fill(1), clippingPlane: [0, 0, 0, 0], projectionTransition: 0 },
} as unknown as RenderInput

function createView(over: { lng?: number; bearing?: number } = {}): MapInstance {
  const { lng = 107, bearing = 0 } = over
  const bounds = { getWest: () => lng - 40, getEast: () => lng + 40 }
  const view = {
    getCenter: () => ({ lng, lat: 32 }),
    getZoom: () => 3.7,
    getBearing: () => bearing,
    getPitch: () => 0,
    getPixelRatio: () => 1,
    getRenderWorldCopies: () => true,
    getBounds: () => bounds,
    project: () => ({ x: -100, y: -50 }),
  }
  return view as unknown as MapInstance
}

const strikeAt = (timeMs: number): StrikeRecord => ({ time: timeMs * 1e6, lat: 31, lon: 121 })

let columns: StrikeColumns
let strikes: StrikeBuffer
let density: StrikeDensity
let gl: WebGL2RenderingContext
let calls: ReturnType<typeof createFakeGl>['calls']
const view = createView()

beforeEach(() => {
  ;({ gl, calls } = createFakeGl())
  columns = new StrikeColumns({ capacity: 131_072 })
  strikes = new StrikeBuffer(gl, columns)
  density = new StrikeDensity(gl)
  columns.push([strikeAt(NOW_MS - 5_000)], NOW_MS, true)
  strikes.send()
  density.gather(view, INPUT, strikes, { first: 0, nowMs: NOW_MS, look: LOOK, isStale: false, share: 1 })
})

interface Over {
  map: MapInstance
  nowMs: number
  look: Partial<StrikeLook>
  isStale: boolean
  share: number
}

const differs = ({ map = view, nowMs = NOW_MS + 33, look = {}, isStale = false, share = 1 }: Partial<Over> = {}) =>
  density.differs(map, strikes, { nowMs, look: { ...LOOK, ...look }, isStale, share })

describe('the picture of density', () => {
  it('stays while strikes only flash', () => {
    expect(differs()).toBe(false)
    expect(differs({ nowMs: NOW_MS + 1_000 })).toBe(false)
  })

  it('is redrawn with each batch, also before it is uploaded', () => {
    columns.push([strikeAt(NOW_MS - 4_000)], NOW_MS + 100, true)
    expect(differs()).toBe(true)
    strikes.send()
    expect(differs()).toBe(true)
    density.gather(view, INPUT, strikes, { first: 0, nowMs: NOW_MS + 100, look: LOOK, isStale: false, share: 1 })
    expect(differs({ nowMs: NOW_MS + 133 })).toBe(false)
  })

  it('is redrawn as it ages, and after the clock was set back', () => {
    expect(differs({ nowMs: NOW_MS + WINDOW_MS / 200 })).toBe(true)
    expect(differs({ nowMs: NOW_MS - 1 })).toBe(true)
  })

  it('is redrawn when the map moves or turns', () => {
    expect(differs({ map: createView({ lng: 108 }) })).toBe(true)
    expect(differs({ map: createView({ bearing: 10 }) })).toBe(true)
  })

  it('is redrawn when the filter changes', () => {
    expect(differs({ look: { windowMs: 60_000 } })).toBe(true)
    expect(differs({ look: { chosen: { records: true } } })).toBe(true)
  })

  it('is redrawn when its look changes', () => {
    expect(differs({ look: { light: true } })).toBe(true)
    expect(differs({ look: { palette: 'classic' } })).toBe(true)
    expect(differs({ isStale: true })).toBe(true)
  })

  it('is redrawn as the outlines of its dots appear', () => {
    expect(differs({ share: 0.999 })).toBe(false)
    expect(differs({ share: 0.7 })).toBe(true)
  })

  it('of another size than the view is not laid', () => {
    const drawn = () => calls.filter(({ name }) => name === 'drawArrays').length
    const before = drawn()
    density.lay(INPUT, 1)
    expect(drawn()).toBe(before + 1)
    Object.assign(gl, { drawingBufferWidth: 900 })
    density.lay(INPUT, 1)
    expect(drawn()).toBe(before + 1)
  })

  it('is redrawn for any other moment of the past', () => {
    expect(differs({ nowMs: NOW_MS + 1, look: { past: true } })).toBe(true)
  })

  it('is transformed once when MapLibre’s positions change, and then redrawn', () => {
    expect(density.lay(INPUT, 1)).toBe(true)
    expect(differs()).toBe(false)
    const moved = {
      ...INPUT,
      defaultProjectionData: { ...INPUT.defaultProjectionData, projectionTransition: 0.5 },
    } as RenderInput
    expect(density.lay(moved, 1)).toBe(false)
    expect(differs()).toBe(true)
  })
})
