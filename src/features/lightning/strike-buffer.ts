import { type StrikeColumns, WORDS_PER_STRIKE } from '../../core/strike-columns.ts'

const BYTES_PER_STRIKE = WORDS_PER_STRIKE * 4

/** The columns' ring, mirrored in the GPU: 12 bytes a strike, of which only what is new is sent. */
export class StrikeBuffer {
  readonly #gl: WebGL2RenderingContext
  readonly #columns: StrikeColumns
  readonly #buffer: WebGLBuffer | null
  readonly #vao: WebGLVertexArrayObject | null
  #capacity = 0
  #sentTo = 0

  constructor(gl: WebGL2RenderingContext, columns: StrikeColumns) {
    this.#gl = gl
    this.#columns = columns
    this.#buffer = gl.createBuffer()
    this.#vao = gl.createVertexArray()
    gl.bindVertexArray(this.#vao)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer)
    pointAtStrikes(gl)
    gl.bindVertexArray(null)
  }

  /** Sends what came since the last time; everything again after the ring has grown. */
  send(): void {
    const gl = this.#gl
    const columns = this.#columns
    const { capacity, words, end } = columns
    if (capacity === this.#capacity && end === this.#sentTo) return
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer)
    if (capacity !== this.#capacity) {
      gl.bufferData(gl.ARRAY_BUFFER, capacity * BYTES_PER_STRIKE, gl.DYNAMIC_DRAW)
      this.#capacity = capacity
      this.#sentTo = columns.first
    }
    forRuns(Math.max(this.#sentTo, columns.first), end, capacity, (slot, count) => {
      gl.bufferSubData(
        gl.ARRAY_BUFFER,
        slot * BYTES_PER_STRIKE,
        words,
        slot * WORDS_PER_STRIKE,
        count * WORDS_PER_STRIKE,
      )
    })
    this.#sentTo = end
  }

  /** Draws the strikes from sequence number `first` on, the newest on top. */
  draw(first: number): void {
    const gl = this.#gl
    gl.bindVertexArray(this.#vao)
    forRuns(first, this.#sentTo, this.#capacity, (slot, count) => gl.drawArrays(gl.POINTS, slot, count))
    gl.bindVertexArray(null)
  }

  close(): void {
    this.#gl.deleteVertexArray(this.#vao)
    this.#gl.deleteBuffer(this.#buffer)
  }
}

/** Reads the bound buffer as strikes. */
export function pointAtStrikes(gl: WebGL2RenderingContext): void {
  gl.enableVertexAttribArray(0)
  gl.vertexAttribIPointer(0, WORDS_PER_STRIKE, gl.UNSIGNED_INT, BYTES_PER_STRIKE, 0)
}

/** Visits a range of the ring, oldest first, in the one or two runs of slots that it lies in. */
function forRuns(first: number, end: number, capacity: number, visit: (slot: number, count: number) => void): void {
  for (let sequence = first; sequence < end; ) {
    const slot = sequence % capacity
    const count = Math.min(end - sequence, capacity - slot)
    visit(slot, count)
    sequence += count
  }
}
