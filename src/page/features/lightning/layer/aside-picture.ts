/** A picture that is drawn aside, to be read when another is drawn. */
export class AsidePicture {
  readonly #gl: WebGL2RenderingContext
  #texture: WebGLTexture | null = null
  #frame: WebGLFramebuffer | null = null
  #width = 0
  #height = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
  }

  /** Directs drawing into a texture of this size in pixels; its content is lost when the size changes. */
  drawInto(width: number, height: number): void {
    const gl = this.#gl
    if (width !== this.#width || height !== this.#height) this.#size(width, height)
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.viewport(0, 0, width, height)
  }

  /** Binds it to the first unit, to be read. */
  read(): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
  }

  isOf(width: number, height: number): boolean {
    return this.#width === width && this.#height === height
  }

  close(): void {
    this.#gl.deleteTexture(this.#texture)
    this.#gl.deleteFramebuffer(this.#frame)
  }

  #size(width: number, height: number): void {
    const gl = this.#gl
    this.#width = width
    this.#height = height
    this.#texture ??= gl.createTexture()
    this.read()
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    this.#frame ??= gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0)
  }
}
