import { describe, expect, it } from 'vitest'
import { AsyncShaderPrograms } from './async-shader-programs.ts'

type Painter = ConstructorParameters<typeof AsyncShaderPrograms>[0]
type Variant = Parameters<Painter['programCache']['getProgram']>[0]

const LINK_STATUS = 'LINK_STATUS'

/** As MapLibre makes a program: it reads what it has as soon as it has begun it. */
class Program {
  readonly program: WebGLProgram
  failedToCreate = false
  uniforms: string[] = []

  constructor({ gl }: { gl: WebGL2RenderingContext }, of: string) {
    this.program = gl.createProgram()
    for (const type of [1, 2]) {
      const shader = gl.createShader(type)!
      gl.shaderSource(shader, of)
      gl.compileShader(shader)
      gl.attachShader(this.program, shader)
    }
    gl.linkProgram(this.program)
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) {
      this.failedToCreate = true
      return
    }
    this.uniforms = [`${of}'s`]
  }
}

class ProgramCache {
  readonly #context
  readonly #programs: Record<string, Program> = {}

  constructor(context: { gl: WebGL2RenderingContext }) {
    this.#context = context
  }

  getProgram({ name, projectionShaderVariant }: Variant): Program {
    const key = `${name} ${projectionShaderVariant.name}`
    this.#programs[key] ??= new Program(this.#context, key)
    return this.#programs[key]
  }
}

function setUp() {
  const calls: string[] = []
  const linked = new Set<unknown>()
  let made = 0
  const note =
    (name: string, answer?: () => unknown) =>
    (...given: unknown[]) => {
      calls.push(name)
      return answer ? answer() : given[0]
    }
  const turns: (() => void)[] = []
  const gl = {
    LINK_STATUS,
    createProgram: note('createProgram', () => ({ number: ++made })),
    createShader: note('createShader', () => ({})),
    shaderSource: note('shaderSource'),
    compileShader: note('compileShader'),
    attachShader: note('attachShader'),
    linkProgram: note('linkProgram'),
    getProgramParameter: (program: unknown, name: string) => {
      if (name === LINK_STATUS) calls.push('asked')
      return linked.has(program)
    },
    isContextLost: () => false,
    getExtension: () => ({ COMPLETION_STATUS_KHR: 'COMPLETION_STATUS' }),
    fenceSync: () => null, // it answers at once
    deleteSync() {},
    flush() {},
  } as unknown as WebGL2RenderingContext
  const context = { gl }
  const painter = { context, programCache: new ProgramCache(context) } as unknown as Painter
  const repaints: number[] = []
  const programs = new AsyncShaderPrograms(painter, () => repaints.push(made), {
    now: () => 0,
    isOpening: () => true,
    soon: (run) => void turns.push(run),
  })
  const get = (name: string, projection = 'flat') =>
    painter.programCache.getProgram({ name, projectionShaderVariant: { name: projection } } as Variant)
  return {
    calls,
    programs,
    repaints,
    get,
    link(...of: ReturnType<typeof get>[]) {
      for (const { program } of of) linked.add(program)
      for (let i = 0; i < 10 + of.length; i++) turns.shift()?.()
    },
  }
}

describe('a program of the map', () => {
  it('is begun after the frame and not asked anything, and draws nothing meanwhile', () => {
    const { calls, programs, get } = setUp()
    const program = get('fill')
    expect(calls).not.toContain('compileShader')
    programs.make()
    expect(program.failedToCreate).toBe(true)
    expect(calls).toContain('linkProgram')
    expect(calls).not.toContain('asked')
    expect(programs.isWaiting).toBe(true)
    expect(programs.takeCut()).toBe(true)
    expect(programs.takeCut()).toBe(false)
  })

  it('is read once it is linked, and the map drawn anew', () => {
    const { calls, programs, repaints, get, link } = setUp()
    const program = get('fill')
    programs.takeCut()
    programs.make()
    link(program)
    expect(program).toMatchObject({ failedToCreate: false, uniforms: ["fill flat's"] })
    expect(repaints).toEqual([1])
    expect(get('fill')).toBe(program)
    expect(programs.takeCut()).toBe(false)
    expect(programs.isWaiting).toBe(false)
    for (const once of ['createProgram', 'linkProgram']) expect(calls.filter((each) => each === once)).toHaveLength(1)
  })

  it('does not wait for another', () => {
    const { get, link, programs } = setUp()
    const [fill, line] = [get('fill'), get('line')]
    programs.make()
    link(line)
    expect(line.failedToCreate).toBe(false)
    expect(fill.failedToCreate).toBe(true)
    link(fill)
    expect(fill).toMatchObject({ failedToCreate: false, uniforms: ["fill flat's"] })
  })

  it('is begun for another projection before it is drawn in it', () => {
    const { calls, programs, get, link } = setUp()
    const both = [get('fill'), get('line')]
    programs.make()
    link(...both)
    calls.length = 0
    programs.prepare({ name: 'globe' } as Variant['projectionShaderVariant'])
    expect(calls.filter((each) => each === 'linkProgram')).toHaveLength(2)
    expect(programs.isWaiting).toBe(true)
    expect(programs.takeCut()).toBe(false)
    link(get('fill', 'globe'), get('line', 'globe'))
    expect(programs.isWaiting).toBe(false)
  })
})
