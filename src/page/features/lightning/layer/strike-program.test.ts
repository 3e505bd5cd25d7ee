import { describe, expect, it } from 'vitest'
import { createFakeGl } from '../../../../testing/fakes/fake-gl.ts'
import { createProgram } from './strike-program.ts'

describe('a program', () => {
  it('reports changed inputs, each separately', () => {
    const program = createProgram(createFakeGl().gl, '', '')
    const look = { light: false }
    expect(program.isNews('marks', look, 3)).toBe(true)
    expect(program.isNews('marks', look, 3)).toBe(false)
    expect(program.isNews('place', look, 3)).toBe(true)
    expect(program.isNews('marks', { ...look }, 3)).toBe(true)
    expect(program.isNews('marks', look, 4)).toBe(true)
    expect(program.isNews('marks', look, 4)).toBe(false)
  })

  it('restarts with each program, as after a lost context', () => {
    const { gl } = createFakeGl()
    expect(createProgram(gl, '', '').isNews('marks', 1)).toBe(true)
    expect(createProgram(gl, '', '').isNews('marks', 1)).toBe(true)
  })
})
