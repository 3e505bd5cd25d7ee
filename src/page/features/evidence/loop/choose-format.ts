import type { LoopFormat } from './loop-encoder.ts'

/** A film if this browser can encode one, else an animated image. */
export async function loopFormat(): Promise<LoopFormat> {
  const { filmFormat } = await import('./film-encoder.ts')
  return (await filmFormat()) ?? (await import('./gif-encoder.ts')).gifFormat
}
