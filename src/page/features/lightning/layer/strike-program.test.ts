import { describe, expect, it, vi } from 'vitest'
import { createFakeGl } from '../../../../testing/fakes/fake-gl.ts'
import { shaderLinkSchedulerOf } from '../../../map/gl/shader-link-scheduler.ts'
import { createProgram } from './strike-program.ts'

describe('a program', () => {
  it('tells whether what it is set from has changed, each matter by itself', () => {
    const program = createProgram(createFakeGl().gl, '', '')
    const look = { light: false }
    expect(program.isNews('marks', look, 3)).toBe(true)
    expect(program.isNews('marks', look, 3)).toBe(false)
    expect(program.isNews('place', look, 3)).toBe(true)
    expect(program.isNews('marks', { ...look }, 3)).toBe(true)
    expect(program.isNews('marks', look, 4)).toBe(true)
    expect(program.isNews('marks', look, 4)).toBe(false)
  })

  it('begins anew with each program, as after a lost context', () => {
    const { gl } = createFakeGl()
    expect(createProgram(gl, '', '').isNews('marks', 1)).toBe(true)
    expect(createProgram(gl, '', '').isNews('marks', 1)).toBe(true)
  })

  it('that was closed before it was linked is not asked anything', () => {
    const { gl, calls } = createFakeGl()
    const linked: (() => void)[] = []
    vi.spyOn(shaderLinkSchedulerOf(gl), 'whenLinked').mockImplementation((_, then) => void linked.push(then))
    const ready = vi.fn()
    const [closed, kept] = [createProgram(gl, '', '', ready), createProgram(gl, '', '', ready)]
    closed.close()
    for (const then of linked) then()
    expect([closed.isReady, kept.isReady]).toEqual([false, true])
    expect(ready).toHaveBeenCalledTimes(1)
    expect(calls.filter(({ name }) => name === 'getProgramParameter')).toHaveLength(1)
  })
})
