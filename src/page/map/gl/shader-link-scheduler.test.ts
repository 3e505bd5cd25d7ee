import { describe, expect, it } from 'vitest'
import { ShaderLinkScheduler } from './shader-link-scheduler.ts'

const COMPLETION_STATUS_KHR = 0x91b1
const UNSIGNALED = 0x9118
const SIGNALED = 0x9119
const TURN_MS = 4

interface Given {
  /** Whether the browser tells of programs. */
  tells?: boolean
  isOpening?: boolean
}

/** A GPU that is done with what it was told to when a test says so, and a page whose turns a test lets pass. */
function setUp({ tells = true, isOpening = true }: Given = {}) {
  const gpu = { linked: new Set<unknown>(), isBusy: false, hasFences: true, validated: [] as unknown[] }
  const turns: (() => void)[] = []
  let nowMs = 0
  const linking = new ShaderLinkScheduler(
    {
      SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
      SYNC_STATUS: 0x9114,
      UNSIGNALED,
      getExtension: (() => (tells ? { COMPLETION_STATUS_KHR } : null)) as WebGL2RenderingContext['getExtension'],
      getProgramParameter: (program) => gpu.linked.has(program),
      validateProgram: (program) => void gpu.validated.push(program),
      fenceSync: () => (gpu.hasFences ? ({} as WebGLSync) : null),
      deleteSync() {},
      getSyncParameter: () => (gpu.isBusy ? UNSIGNALED : SIGNALED),
      flush() {},
    },
    { now: () => nowMs, isOpening: () => isOpening, soon: (run) => void turns.push(run) },
  )
  return {
    gpu,
    linking,
    /** Lets turns pass, and time with each. */
    pass(count: number, eachMs = TURN_MS) {
      for (let i = 0; i < count; i++) {
        nowMs += eachMs
        turns.shift()?.()
      }
      return turns.length
    },
    takes(ms: number) {
      nowMs += ms
    },
  }
}

describe('a program', () => {
  it('can be asked once it is linked and the GPU answers at once', () => {
    const { gpu, linking, pass } = setUp()
    const program = {}
    const told: string[] = []
    linking.whenLinked(program, () => told.push('linked'))
    pass(5)
    expect(told).toEqual([])
    gpu.linked.add(program)
    pass(3)
    expect(told).toEqual(['linked'])
    expect(pass(1)).toBe(0)
  })

  it('is waited for by a fence behind it where the browser does not tell', () => {
    const { gpu, linking, pass } = setUp({ tells: false })
    const program = {}
    const told: string[] = []
    gpu.isBusy = true
    linking.whenLinked(program, () => told.push('linked'))
    expect(gpu.validated).toEqual([program])
    pass(9)
    expect(told).toEqual([])
    gpu.isBusy = false
    pass(3)
    expect(told).toEqual(['linked'])
  })

  it('can be asked at once where nobody can tell', () => {
    const { gpu, linking } = setUp({ tells: false })
    gpu.hasFences = false
    const told: string[] = []
    linking.whenLinked({}, () => told.push('linked'))
    expect(told).toEqual(['linked'])
  })

  it('is asked beside others only for as long as the page does not notice', () => {
    const { gpu, linking, pass, takes } = setUp()
    const told: number[] = []
    for (const i of [1, 2, 3]) {
      gpu.linked.add(i)
      linking.whenLinked(i, () => {
        told.push(i)
        takes(8)
      })
    }
    pass(3)
    expect(told).toEqual([1, 2])
    pass(3)
    expect(told).toEqual([1, 2, 3])
  })
})

describe('the moment', () => {
  function setUpLinked(given?: Given) {
    const all = setUp(given)
    const program = {}
    const told: string[] = []
    all.gpu.linked.add(program)
    all.linking.whenLinked(program, () => told.push('linked'))
    return { ...all, told }
  }

  it('does not come while the GPU has something else to do', () => {
    const { gpu, linking, pass, told } = setUpLinked()
    gpu.isBusy = true
    pass(1)
    expect(linking.isPressing).toBe(true)
    pass(40)
    expect(told).toEqual([])
    gpu.isBusy = false
    pass(2) // it answered, but late
    expect(told).toEqual([])
    pass(1)
    expect(told).toEqual(['linked'])
    expect(linking.isPressing).toBe(false)
  })

  it('comes with three answers in a row once the map was seen', () => {
    const { linking, pass, told } = setUpLinked({ isOpening: false })
    pass(3)
    expect(told).toEqual([])
    expect(linking.isPressing).toBe(false)
    pass(1)
    expect(told).toEqual(['linked'])
  })

  it('counts answers anew after a late one', () => {
    const { pass, told } = setUpLinked({ isOpening: false })
    pass(3)
    pass(1, 50)
    pass(2)
    expect(told).toEqual([])
    pass(1)
    expect(told).toEqual(['linked'])
  })

  it('is less and less asked for', () => {
    const { pass, told } = setUpLinked()
    pass(1)
    pass(40, 50)
    expect(told).toEqual([])
    pass(30, 50)
    expect(told).toEqual(['linked'])
  })

  it.each([
    [true, 4_000],
    [false, 3_000],
  ])('is not waited for for ever; while the map opens: %s, for %s ms', (isOpening, tryMs) => {
    const { pass, told } = setUpLinked({ isOpening })
    pass(1)
    pass(tryMs / 100 - 1, 100)
    expect(told).toEqual([])
    pass(1, 100)
    expect(told).toEqual(['linked'])
  })

  it('is pressed for after a second once the map was seen', () => {
    const { linking, pass } = setUpLinked({ isOpening: false })
    pass(1)
    pass(9, 100)
    expect(linking.isPressing).toBe(false)
    pass(2, 100)
    expect(linking.isPressing).toBe(true)
  })

  it('is not waited for where the GPU never answers', () => {
    const { gpu, pass, told } = setUpLinked()
    gpu.isBusy = true
    pass(59, 50)
    expect(told).toEqual([])
    pass(2, 50)
    expect(told).toEqual(['linked'])
  })
})
