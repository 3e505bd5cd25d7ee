/** What of WebGL a fence needs. */
export type FenceGl = Pick<
  WebGL2RenderingContext,
  | 'fenceSync'
  | 'deleteSync'
  | 'getSyncParameter'
  | 'flush'
  | 'SYNC_GPU_COMMANDS_COMPLETE'
  | 'SYNC_STATUS'
  | 'UNSIGNALED'
>

/** A mark behind all that the GPU was told to do so far, sent to it; null where it sets none, as without a context. */
export function setFence(gl: FenceGl): WebGLSync | null {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  return fence
}

/** Whether the GPU has come to the mark. It changes only between tasks of the page. */
export function isPassed(gl: FenceGl, fence: WebGLSync | null): boolean {
  return !fence || gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED
}
