/** Sums up the GPU memory of buffers, for all contexts created after the call. */
export function watchGpu(): () => number {
  const sizes = new Map<WebGLBuffer, number>()
  const { prototype } = WebGL2RenderingContext
  const { bufferData, deleteBuffer } = prototype
  prototype.bufferData = function (
    this: WebGL2RenderingContext,
    target: number,
    data: number | ArrayBufferView | null,
    usage: number,
    ...rest: number[]
  ) {
    const bound = this.getParameter(target === this.ARRAY_BUFFER ? this.ARRAY_BUFFER_BINDING : bindingOf(this, target))
    if (bound) sizes.set(bound, typeof data === 'number' ? data : (data?.byteLength ?? 0))
    return Reflect.apply(bufferData, this, [target, data, usage, ...rest])
  } as typeof bufferData
  prototype.deleteBuffer = function (this: WebGL2RenderingContext, buffer) {
    if (buffer) sizes.delete(buffer)
    Reflect.apply(deleteBuffer, this, [buffer])
  }
  return () => [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

function bindingOf(gl: WebGL2RenderingContext, target: number): number {
  switch (target) {
    case gl.ELEMENT_ARRAY_BUFFER:
      return gl.ELEMENT_ARRAY_BUFFER_BINDING
    case gl.UNIFORM_BUFFER:
      return gl.UNIFORM_BUFFER_BINDING
    case gl.COPY_WRITE_BUFFER:
      return gl.COPY_WRITE_BUFFER_BINDING
    default:
      return gl.ARRAY_BUFFER_BINDING
  }
}
