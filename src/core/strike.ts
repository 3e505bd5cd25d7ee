/** +1, -1, or 0 where the network does not say (on many it never does). */
export type Polarity = -1 | 0 | 1

/** Unix milliseconds of a strike's `time` in nanoseconds. */
export function strikeTimeMs(timeNs: number | bigint): number {
  return typeof timeNs === 'bigint' ? Number(timeNs / 1_000n) / 1e3 : timeNs / 1e6
}
