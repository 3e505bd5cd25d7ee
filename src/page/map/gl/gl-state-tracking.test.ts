import { expect, it } from 'vitest'
import { keepStateOf } from './gl-state-tracking.ts'

const NAMES = ['program', 'bindVertexArray', 'bindVertexBuffer', 'activeTexture', 'bindTexture', 'depthTest'] as const

/** A painter that, as MapLibre's, assumes all state changed after a custom layer. */
function setUp(draw: () => void = () => {}) {
  const values = Object.fromEntries([...NAMES, 'viewport', 'blend'].map((name) => [name, { dirty: false }]))
  const context = {
    ...values,
    setDirty() {
      for (const value of Object.values(values)) value.dirty = true
    },
  }
  const painter = {
    context,
    drawFunctions: {
      custom() {
        draw()
        context.setDirty()
      },
    },
  }
  keepStateOf(painter as never)
  const { custom } = painter.drawFunctions as unknown as { custom(...given: unknown[]): void }
  return {
    draw: (implementation: object, currentPass = 'translucent') =>
      custom(painter, null, { implementation }, null, { currentPass }),
    dirty: () => Object.keys(values).filter((name) => values[name]?.dirty),
  }
}

it('resets only the state that a tracked layer changes', () => {
  const { draw, dirty } = setUp()
  draw({ isTidy: true })
  expect(dirty()).toEqual([...NAMES])
})

it.each([
  ['a layer that promises nothing', {}, 'translucent'],
  ['what a tidy layer draws aside', { isTidy: true }, 'offscreen'],
])('resets all state after %s', (_what, implementation, pass) => {
  const { draw, dirty } = setUp()
  draw(implementation, pass)
  expect(dirty()).toContain('viewport')
})

it('follows its rules again after a failed layer', () => {
  let fails = true
  const { draw, dirty } = setUp(() => {
    if (fails) throw new Error('no more graphics')
  })
  expect(() => draw({ isTidy: true })).toThrow('no more graphics')
  fails = false
  draw({})
  expect(dirty()).toContain('viewport')
})
