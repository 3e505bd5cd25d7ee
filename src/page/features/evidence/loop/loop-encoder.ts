import type { LoopLimits } from './loop-plan.ts'

export interface FrameSize {
  width: number
  height: number
}

/** Makes a file of pictures of one size. */
export interface LoopEncoder {
  add(picture: HTMLCanvasElement, durationMs: number): Promise<void>
  finish(): Promise<Blob>
  close(): void
}

export interface LoopFormat {
  extension: 'mp4' | 'gif'
  limits: LoopLimits
  open(size: FrameSize): Promise<LoopEncoder>
}
