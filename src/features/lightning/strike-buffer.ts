import type { StrikeColumns } from '../../core/strike-columns.ts'
import { SEGMENT, WORDS_PER_STRIKE } from '../../core/strike-ring.ts'

const BYTES_PER_STRIKE = WORDS_PER_STRIKE * 4
/** Records that changed among the last so many are sent again together with what is new. */
const RESEND_TOGETHER = 4_096

interface GpuSegment {
  buffer: WebGLBuffer | null
  vao: WebGLVertexArrayObject | null
}

/**
 * The columns' ring, mirrored in the GPU: 16 bytes a record, of which only what is new is sent, and a record whose stroke
 * has found a better one. Memory comes and goes by the segment, as it does in the columns.
 */
export class StrikeBuffer {
  readonly #gl: WebGL2RenderingContext
  readonly #columns: StrikeColumns
  readonly #segments: (GpuSegment | null)[]
  #sentTo = 0
  #revisions = 0

  constructor(gl: WebGL2RenderingContext, columns: StrikeColumns) {
    this.#gl = gl
    this.#columns = columns
    this.#segments = new Array<GpuSegment | null>(columns.capacity / SEGMENT).fill(null)
    this.#revisions = columns.revisions
  }

  get bytes(): number {
    return this.#segments.filter(Boolean).length * SEGMENT * BYTES_PER_STRIKE
  }

  /** Sends what came since the last time. */
  send(): void {
    const { first, end, revisions } = this.#columns
    if (end === this.#sentTo && revisions === this.#revisions) return
    const sentTo = Math.max(this.#sentTo, first)
    let from = sentTo
    const known = this.#columns.revisedSince(this.#revisions, (sequence) => {
      if (sequence >= sentTo) return
      if (sequence >= sentTo - RESEND_TOGETHER) from = Math.min(from, sequence)
      else this.#sendRun(sequence, sequence + 1)
    })
    this.#sendRun(known ? from : first, end)
    this.#letGo(first, end)
    this.#sentTo = end
    this.#revisions = revisions
  }

  /** Draws the records from sequence number `first` on, the newest on top. */
  draw(first: number): void {
    const gl = this.#gl
    this.#columns.forRuns(first, this.#sentTo, (_words, from, count, sequence) => {
      const segment = this.#segments[this.#segmentAt(sequence)]
      if (!segment) return
      gl.bindVertexArray(segment.vao)
      gl.drawArrays(gl.POINTS, from / WORDS_PER_STRIKE, count)
    })
    gl.bindVertexArray(null)
  }

  close(): void {
    this.#segments.forEach((_, i) => {
      this.#free(i)
    })
  }

  #sendRun(first: number, end: number): void {
    const gl = this.#gl
    this.#columns.forRuns(first, end, (words, from, count, sequence) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#make(this.#segmentAt(sequence)).buffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, from * 4, words, from, count * WORDS_PER_STRIKE)
    })
  }

  #make(i: number): GpuSegment {
    const made = this.#segments[i]
    if (made) return made
    const gl = this.#gl
    const segment = { buffer: gl.createBuffer(), vao: gl.createVertexArray() }
    gl.bindVertexArray(segment.vao)
    gl.bindBuffer(gl.ARRAY_BUFFER, segment.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, SEGMENT * BYTES_PER_STRIKE, gl.DYNAMIC_DRAW)
    pointAtStrikes(gl)
    gl.bindVertexArray(null)
    this.#segments[i] = segment
    return segment
  }

  /** Frees what holds none from `first` up to `end`. */
  #letGo(first: number, end: number): void {
    const firstOf = Math.floor(first / SEGMENT)
    const last = Math.ceil(end / SEGMENT)
    if (last - firstOf >= this.#segments.length) return
    const held = new Set<number>()
    for (let number = firstOf; number < last; number++) held.add(number % this.#segments.length)
    this.#segments.forEach((segment, i) => {
      if (segment && !held.has(i)) this.#free(i)
    })
  }

  #free(i: number): void {
    const segment = this.#segments[i]
    if (!segment) return
    this.#gl.deleteVertexArray(segment.vao)
    this.#gl.deleteBuffer(segment.buffer)
    this.#segments[i] = null
  }

  #segmentAt(sequence: number): number {
    return Math.floor((sequence % this.#columns.capacity) / SEGMENT)
  }
}

/** Reads the bound buffer as strikes. */
export function pointAtStrikes(gl: WebGL2RenderingContext): void {
  gl.enableVertexAttribArray(0)
  gl.vertexAttribIPointer(0, WORDS_PER_STRIKE, gl.UNSIGNED_INT, BYTES_PER_STRIKE, 0)
}
