import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { isSuperseded, isWeak } from '../../../../core/strikes/strike-quality.ts'
import { WORDS_PER_STRIKE } from '../../../../core/strikes/strike-ring.ts'
import { modulo } from '../../../../core/util/modulo.ts'

/** Flags in the lowest bits of x and y, which are 9 mm each: positions are less precise. */
export const X_SUPERSEDED = 1
export const Y_WEAK = 1
/** x, y, and the packed time. */
const GPU_WORDS = 3
const BYTES_PER_STRIKE = GPU_WORDS * 4
/** GPU memory is allocated by segments of this many records, 6 MB: the maximum needs three draw calls a frame. */
const GPU_SEGMENT = 524_288
/** Records per upload. */
const STAGED = 4_096
/** Changed records among the last ones are uploaded together with new ones. */
const RESEND_TOGETHER = 4_096

interface GpuSegment {
  buffer: WebGLBuffer | null
  vao: WebGLVertexArrayObject | null
}

/**
 * A mirror of the strike columns on the GPU: 12 bytes a record. Uploads only new records, and those superseded within
 * their stroke. Memory is allocated by the segment.
 */
export class StrikeBuffer {
  readonly #gl: WebGL2RenderingContext
  readonly #columns: StrikeColumns
  readonly #perSegment: number
  readonly #segments: (GpuSegment | null)[]
  readonly #staged = new Uint32Array(STAGED * GPU_WORDS)
  /** For shapes: the records are read once a shape instead of once a point. */
  #each: WebGLVertexArrayObject | null = null
  #sentTo = 0
  #sends = 0
  #revisions = 0

  constructor(gl: WebGL2RenderingContext, columns: StrikeColumns) {
    this.#gl = gl
    this.#columns = columns
    this.#perSegment = Math.min(GPU_SEGMENT, columns.capacity)
    this.#segments = new Array<GpuSegment | null>(columns.capacity / this.#perSegment).fill(null)
    this.#revisions = columns.revisions
  }

  /** How often something was sent. */
  get sends(): number {
    return this.#sends
  }

  get isBehind(): boolean {
    return this.#columns.end !== this.#sentTo || this.#columns.revisions !== this.#revisions
  }

  send(): void {
    if (!this.isBehind) return
    const { first, end, revisions } = this.#columns
    this.#sends++
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

  /** Draws the records from sequence number `first` on, the newest on top; leaves its vertex array bound. */
  draw(first: number): void {
    this.#columns.forRunsByTime(first, this.#sentTo, this.#drawRun)
  }

  readonly #drawRun = (first: number, end: number) => {
    const gl = this.#gl
    for (let sequence = first; sequence < end; ) {
      const at = sequence % this.#perSegment
      const count = Math.min(end - sequence, this.#perSegment - at)
      const segment = this.#segments[this.#segmentAt(sequence)]
      if (segment) {
        gl.bindVertexArray(segment.vao)
        gl.drawArrays(gl.POINTS, at, count)
      }
      sequence += count
    }
  }

  /** Draws a shape of this many points once per record; leaves its vertex array bound. */
  drawEach(sequences: Iterable<number>, mode: number, points: number): void {
    const gl = this.#gl
    this.#each ??= gl.createVertexArray()
    gl.bindVertexArray(this.#each)
    gl.vertexAttribDivisor(0, 1)
    for (const sequence of sequences) {
      const segment = this.#segments[this.#segmentAt(sequence)]
      if (!segment || sequence >= this.#sentTo) continue
      gl.bindBuffer(gl.ARRAY_BUFFER, segment.buffer)
      pointAtStrikes(gl, sequence % this.#perSegment)
      gl.drawArraysInstanced(mode, 0, points, 1)
    }
  }

  close(): void {
    this.#gl.deleteVertexArray(this.#each)
    for (let i = 0; i < this.#segments.length; i++) this.#free(i)
  }

  #sendRun(first: number, end: number): void {
    const gl = this.#gl
    for (let from = first; from < end; ) {
      const at = from % this.#perSegment
      const count = Math.min(end - from, this.#perSegment - at, STAGED)
      this.#stage(from, from + count)
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#make(this.#segmentAt(from)).buffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, at * BYTES_PER_STRIKE, this.#staged, 0, count * GPU_WORDS)
      from += count
    }
  }

  #stage(first: number, end: number): void {
    let to = 0
    this.#columns.forRuns(first, end, (words, from, count) => {
      to = stageRun(words, from, count, this.#staged, to)
    })
  }

  #make(i: number): GpuSegment {
    const made = this.#segments[i]
    if (made) return made
    const gl = this.#gl
    const segment = { buffer: gl.createBuffer(), vao: gl.createVertexArray() }
    gl.bindVertexArray(segment.vao)
    gl.bindBuffer(gl.ARRAY_BUFFER, segment.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, this.#perSegment * BYTES_PER_STRIKE, gl.DYNAMIC_DRAW)
    pointAtStrikes(gl)
    gl.bindVertexArray(null)
    this.#segments[i] = segment
    return segment
  }

  /** Frees segments without records of `first` to `end`. */
  #letGo(first: number, end: number): void {
    const from = Math.floor(first / this.#perSegment)
    const held = Math.ceil(end / this.#perSegment) - from
    const all = this.#segments.length
    for (let i = 0; i < all; i++) if (modulo(i - from, all) >= held) this.#free(i)
  }

  #free(i: number): void {
    const segment = this.#segments[i]
    if (!segment) return
    this.#gl.deleteVertexArray(segment.vao)
    this.#gl.deleteBuffer(segment.buffer)
    this.#segments[i] = null
  }

  #segmentAt(sequence: number): number {
    return Math.floor((sequence % this.#columns.capacity) / this.#perSegment)
  }
}

/**
 * Writes the GPU data of `count` records into `staged` from `to` on; returns the end. Uses only numbers and arrays as
 * parameters: with a captured variable V8 took some fifty times as long.
 */
function stageRun(words: Uint32Array, from: number, count: number, staged: Uint32Array, to: number): number {
  const stop = from + count * WORDS_PER_STRIKE
  for (let i = from; i < stop; i += WORDS_PER_STRIKE, to += GPU_WORDS) {
    const quality = words[i + 3]!
    staged[to] = (words[i]! & ~X_SUPERSEDED) | (isSuperseded(quality) ? X_SUPERSEDED : 0)
    staged[to + 1] = (words[i + 1]! & ~Y_WEAK) | (isWeak(quality) ? Y_WEAK : 0)
    staged[to + 2] = words[i + 2]!
  }
  return to
}

/** Reads the bound buffer as strikes, from one on. */
export function pointAtStrikes(gl: WebGL2RenderingContext, from = 0): void {
  gl.enableVertexAttribArray(0)
  gl.vertexAttribIPointer(0, GPU_WORDS, gl.UNSIGNED_INT, BYTES_PER_STRIKE, from * BYTES_PER_STRIKE)
}
