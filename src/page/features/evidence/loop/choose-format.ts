import type { LoopFormat } from './loop-encoder.ts'

/** A film where this browser can make one, else moving pictures, which any can. */
export async function loopFormat(): Promise<LoopFormat> {
  const { filmFormat } = await import('./film-encoder.ts')
  return (await filmFormat()) ?? (await import('./gif-encoder.ts')).gifFormat
}
