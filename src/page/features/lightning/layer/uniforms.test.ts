import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeGl } from '../../../../testing/fakes/fake-gl.ts'
import { Uniforms } from './uniforms.ts'

const { gl, calls } = createFakeGl()
const given = () => calls.filter(({ name }) => name.startsWith('uniform')).map(({ given: [, ...values] }) => values)
let uniforms: Uniforms

beforeEach(() => {
  calls.length = 0
  uniforms = new Uniforms(gl, {})
})

describe('the uniforms of a program', () => {
  it('are set once and then only on changes', () => {
    for (const x of [0, 0, 2, 2, 0]) uniforms.float('u_x', x)
    expect(given()).toEqual([[0], [2], [0]])
  })

  it('are distinguished by name, and by both of their numbers', () => {
    uniforms.float2('u_a', 1, 2)
    uniforms.float2('u_b', 1, 2)
    uniforms.float2('u_a', 1, 3)
    uniforms.float2('u_b', 1, 2)
    expect(given()).toEqual([
      [1, 2],
      [1, 2],
      [1, 3],
    ])
  })

  it('compare lists by the GPU’s precision', () => {
    const matrix = Array.from({ length: 16 }, (_, i) => i / 3)
    uniforms.matrix('u_m', matrix)
    uniforms.matrix('u_m', [...matrix])
    uniforms.matrix('u_m', matrix.with(5, matrix[5]! + 1e-15)) // below float32 precision
    expect(given()).toHaveLength(1)
    uniforms.matrix('u_m', matrix.with(5, 9))
    expect(given()).toHaveLength(2)
    expect(given()[1]![1]).toEqual(new Float32Array(matrix.with(5, 9)))
  })

  it('take a list of another length as a new one', () => {
    uniforms.vec4('u_v', [1, 2, 3, 4])
    uniforms.vec4('u_v', [1, 2, 3, 4, 5, 6, 7, 8])
    expect(given()).toHaveLength(2)
  })

  it('are looked up once', () => {
    for (let i = 0; i < 3; i++) uniforms.int('u_x', i)
    expect(calls.filter(({ name }) => name === 'getUniformLocation')).toHaveLength(1)
  })
})
