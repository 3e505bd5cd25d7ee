import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../../testing/fakes/fake-clock.ts'
import { createRepaintPacer } from './repaint-pacer.ts'

function setUp(nextInMs: () => number | null) {
  const clock = createFakeClock()
  const repaint = vi.fn()
  return { clock, repaint, pacer: createRepaintPacer({ clock, repaint, nextInMs }) }
}

describe('the pace of repaints', () => {
  it('requests the next frame when the picture will differ', async () => {
    const { clock, repaint, pacer } = setUp(() => 1_000)
    pacer.drawn()
    await clock.advance(999)
    expect(repaint).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(repaint).toHaveBeenCalledTimes(1)
  })

  it('requests none without a difference', async () => {
    const { clock, repaint, pacer } = setUp(() => null)
    pacer.drawn()
    await clock.advance(60_000)
    expect(repaint).not.toHaveBeenCalled()
    expect(clock.pending).toBe(0)
  })

  it('waits for each frame before it requests another, so that a hidden page stops', async () => {
    const { clock, repaint, pacer } = setUp(() => 33)
    pacer.drawn()
    await clock.advance(10_000)
    expect(repaint).toHaveBeenCalledTimes(1)
    pacer.nudge()
    expect(repaint).toHaveBeenCalledTimes(2)
  })

  it('draws what may wait together, and never later than it may', async () => {
    const { clock, repaint, pacer } = setUp(() => 1_000)
    pacer.drawn()
    pacer.nudgeWithin(500)
    await clock.advance(400)
    pacer.nudgeWithin(500)
    expect(repaint).not.toHaveBeenCalled()
    await clock.advance(100)
    expect(repaint).toHaveBeenCalledTimes(1)
    pacer.nudgeWithin(500)
    await clock.advance(500)
    expect(repaint).toHaveBeenCalledTimes(2)
  })

  it('leaves a frame that is due anyway where it is', async () => {
    const { clock, repaint, pacer } = setUp(() => 300)
    pacer.drawn()
    pacer.nudgeWithin(500)
    await clock.advance(300)
    expect(repaint).toHaveBeenCalledTimes(1)
    await clock.advance(1_000)
    expect(repaint).toHaveBeenCalledTimes(1)
  })

  it('counts from the last frame, requested by any component', async () => {
    const { clock, repaint, pacer } = setUp(() => 1_000)
    for (let i = 0; i < 10; i++) {
      pacer.drawn() // the map is being moved
      await clock.advance(900)
    }
    expect(repaint).not.toHaveBeenCalled()
  })

  it('requests nothing after it is closed', async () => {
    const { clock, repaint, pacer } = setUp(() => 10)
    pacer.drawn()
    pacer.close()
    await clock.advance(1_000)
    expect(repaint).not.toHaveBeenCalled()
  })
})
