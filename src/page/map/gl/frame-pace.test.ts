// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import type { FenceGl } from './frame-pace.ts'
import { FramePace, frameTookMs, type PacedMap, paceFrames } from './frame-pace.ts'

const UNSIGNALED = 0x9118
const SIGNALED = 0x9119

/** A GPU that completes its frame on demand. */
function setUpGpu() {
  const gpu = { isDone: false, fences: 0 }
  const gl: FenceGl = {
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    SYNC_STATUS: 0x9114,
    UNSIGNALED,
    fenceSync() {
      gpu.fences++
      gpu.isDone = false
      return {} as WebGLSync
    },
    deleteSync() {},
    getSyncParameter: () => (gpu.isDone ? SIGNALED : UNSIGNALED),
    flush() {},
  }
  return { gpu, gl }
}

function setUp() {
  const { gpu, gl } = setUpGpu()
  return { gpu, pace: new FramePace(gl) }
}

it('does not wait before the first frame', () => {
  expect(setUp().pace.waitMs(0)).toBe(0)
})

it('waits for the first frame', () => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  expect(pace.waitMs(16)).toBeGreaterThan(0)
  gpu.isDone = true
  expect(pace.waitMs(32)).toBe(0)
})

it('runs at full speed while frames are fast', () => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  gpu.isDone = true
  expect(pace.waitMs(16)).toBe(0)
  pace.sent(16)
  expect(pace.waitMs(32)).toBe(0)
})

it('waits again as soon as a frame takes long', () => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  gpu.isDone = true
  pace.waitMs(16)
  pace.sent(16)
  pace.sent(32)
  expect(gpu.fences).toBe(2)
  expect(pace.waitMs(80)).toBeGreaterThan(0)
  gpu.isDone = true
  expect(pace.waitMs(96, 'urgent')).toBe(0)
  pace.sent(96)
  expect(pace.waitMs(112)).toBeGreaterThan(0)
})

it('does not wait for a GPU that never signals completion', () => {
  const { pace } = setUp()
  pace.sent(0)
  expect(pace.waitMs(4_900)).toBeGreaterThan(0)
  expect(pace.waitMs(5_100)).toBe(0)
})

it.each([
  ['three times as long as it drew while nobody does anything', 'untouched', { drawnMs: 120, restedMs: 480 }],
  ['no longer than is noticed', 'untouched', { drawnMs: 900, restedMs: 1_800 }],
  ['as long as it drew for somebody who waits', 'touched', { drawnMs: 120, restedMs: 240 }],
  ['no longer than is seen', 'touched', { drawnMs: 900, restedMs: 1_200 }],
] as const)('lets a slow GPU rest %s, unless the frame is urgent', (_, want, { drawnMs, restedMs }) => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  expect(pace.waitMs(100)).toBeGreaterThan(0)
  gpu.isDone = true
  expect(pace.waitMs(drawnMs, want)).toBeGreaterThan(0)
  expect(pace.waitMs(restedMs - 1, 'urgent')).toBe(0)
  expect(pace.waitMs(restedMs - 1, want)).toBeGreaterThan(0)
  expect(pace.waitMs(restedMs, want)).toBe(0)
})

const MS_A_FRAME = 16
vi.mock('../opening/paint-timing.ts', () => ({ isOpening: () => false }))

/** A map on a slow GPU after its first frame; `frames` is the number of frames requested since. */
function setUpMap() {
  const { gpu, gl } = setUpGpu()
  const clock = createFakeClock()
  const stops: (() => void)[] = []
  const seen = { frames: 0, drawn: 0, isMoving: false, drawMs: 0 }
  let isAsked = false
  const renders: (() => void)[] = []
  const map: PacedMap = {
    painter: { context: { gl } },
    isMoving: () => seen.isMoving,
    setStyle: () => map as unknown as ReturnType<PacedMap['setStyle']>,
    on: (_, listener) => void renders.push(listener),
    once: (_, listener) => void stops.push(listener),
    triggerRepaint() {
      if (isAsked) return
      isAsked = true
      seen.frames++
      clock.after(MS_A_FRAME, () => {
        isAsked = false
        map._render(1)
      })
    },
    _render() {
      seen.drawn++
      clock.sleep(seen.drawMs)
      for (const rendered of renders) rendered()
      return map as unknown as ReturnType<PacedMap['_render']>
    },
  }
  paceFrames(map, clock)
  remove = () => {
    for (const stop of stops) stop()
  }
  map._render(1)
  return { gpu, clock, map, seen }
}
let remove = () => {}
afterEach(() => remove())

it('begins no frame of the page in vain while a frame of the map waits, and one when it may be drawn', async () => {
  const { gpu, clock, map, seen } = setUpMap()
  map.triggerRepaint()
  await clock.advance(300)
  expect(seen).toMatchObject({ frames: 1, drawn: 1 })
  gpu.isDone = true // after 300 ms, as is found within 100
  await clock.advance(100)
  map.triggerRepaint() // of something else
  await clock.advance(780)
  expect(seen).toMatchObject({ frames: 2, drawn: 1 })
  await clock.advance(120)
  expect(seen).toMatchObject({ frames: 3, drawn: 2 })
})

it('waits at most as long as during user input', async () => {
  const { gpu, clock, map, seen } = setUpMap()
  map.triggerRepaint()
  await clock.advance(300)
  gpu.isDone = true
  await clock.advance(100)
  dispatchEvent(new Event('pointermove'))
  await clock.advance(320)
  expect(seen).toMatchObject({ frames: 2, drawn: 2 })
})

it('draws a map that moves as soon as the GPU is done', async () => {
  const { gpu, clock, map, seen } = setUpMap()
  map.triggerRepaint()
  await clock.advance(300)
  gpu.isDone = true
  seen.isMoving = true
  map.triggerRepaint()
  await clock.advance(MS_A_FRAME + 1)
  expect(seen.drawn).toBe(2)
})

it('draws the first frame of another style as soon as the GPU is done, and the next ones as after input', async () => {
  const { gpu, clock, map, seen } = setUpMap()
  map.triggerRepaint()
  await clock.advance(300)
  gpu.isDone = true
  await clock.advance(50)
  expect(seen.drawn).toBe(1)
  map.setStyle({ version: 8, sources: {}, layers: [] })
  await clock.advance(MS_A_FRAME + 1)
  expect(seen.drawn).toBe(2)
  gpu.isDone = false
  map.triggerRepaint()
  await clock.advance(300)
  gpu.isDone = true
  await clock.advance(50 + 320)
  expect(seen.drawn).toBe(3)
})

it('draws a requested picture at once, and nothing for a removed map', async () => {
  const { clock, map, seen } = setUpMap()
  map._render(0)
  expect(seen.drawn).toBe(2)
  map.triggerRepaint()
  await clock.advance(MS_A_FRAME + 1)
  remove()
  expect(clock.pending).toBe(0)
})

it('measures the last frame on the main thread without the wait before it', async () => {
  const { gpu, clock, map, seen } = setUpMap()
  map.triggerRepaint()
  await clock.advance(300)
  gpu.isDone = true
  seen.drawMs = 40
  map.setStyle({ version: 8, sources: {}, layers: [] })
  await clock.advance(100)
  expect(seen.drawn).toBe(2)
  expect(frameTookMs()).toBeCloseTo(40, 1)
})
