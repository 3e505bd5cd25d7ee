import { expect, it } from 'vitest'
import { FramePace } from './frame-pace.ts'

const UNSIGNALED = 0x9118
const SIGNALED = 0x9119

/** A GPU that is done with its frame when it is told to be. */
function setUp() {
  const gpu = { isDone: false, fences: 0 }
  const pace = new FramePace({
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
  })
  return { gpu, pace }
}

it('waits for nothing before the first frame', () => {
  expect(setUp().pace.mustWait(0)).toBe(false)
})

it('waits for the first frame', () => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  expect(pace.mustWait(16)).toBe(true)
  gpu.isDone = true
  expect(pace.mustWait(32)).toBe(false)
})

it('goes on at full speed where frames are done soon', () => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  gpu.isDone = true
  expect(pace.mustWait(16)).toBe(false)
  pace.sent(16)
  expect(pace.mustWait(32)).toBe(false)
})

it('waits again as soon as a frame takes long', () => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  gpu.isDone = true
  pace.mustWait(16)
  pace.sent(16)
  pace.sent(32)
  expect(gpu.fences).toBe(2)
  expect(pace.mustWait(80)).toBe(true)
  gpu.isDone = true
  expect(pace.mustWait(96, 'urgent')).toBe(false)
  pace.sent(96)
  expect(pace.mustWait(112)).toBe(true)
})

it('does not wait for a GPU that never says that it is done', () => {
  const { pace } = setUp()
  pace.sent(0)
  expect(pace.mustWait(4_900)).toBe(true)
  expect(pace.mustWait(5_100)).toBe(false)
})

it.each([
  ['three times as long as it drew while nobody does anything', 'untouched', { drawnMs: 120, restedMs: 480 }],
  ['no longer than is noticed', 'untouched', { drawnMs: 900, restedMs: 1_800 }],
  ['as long as it drew for somebody who waits', 'touched', { drawnMs: 120, restedMs: 240 }],
  ['no longer than is seen', 'touched', { drawnMs: 900, restedMs: 1_200 }],
] as const)('lets a slow GPU rest %s, unless the frame is urgent', (_, want, { drawnMs, restedMs }) => {
  const { gpu, pace } = setUp()
  pace.sent(0)
  expect(pace.mustWait(100)).toBe(true)
  gpu.isDone = true
  expect(pace.mustWait(drawnMs, want)).toBe(true)
  expect(pace.mustWait(restedMs - 1, 'urgent')).toBe(false)
  expect(pace.mustWait(restedMs - 1, want)).toBe(true)
  expect(pace.mustWait(restedMs, want)).toBe(false)
})
