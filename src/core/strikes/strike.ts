/** +1, -1, or 0 if unknown (many networks never provide it). */
export type Polarity = -1 | 0 | 1

/** A strike record in our names and units. */
export interface Strike {
  /** Identity for merging and de-duplication: time, latitude and longitude as written. */
  id: string
  /** Unix milliseconds with the sub-millisecond part a double can hold. */
  timeMs: number
  lat: number
  lon: number
  altitudeM: number | null
  polarity: Polarity
  /** Maximum time deviation; smaller usually means better located. */
  mdsNs: number | null
  /** Largest angle without a station; smaller usually means better geometry. */
  mcgDeg: number | null
  status: string | null
  region: string | null
  arrivedAtMs: number | null
}

/** Unix milliseconds of a strike's `time` in nanoseconds. */
export function strikeTimeMs(timeNs: number | bigint): number {
  return typeof timeNs === 'bigint' ? Number(timeNs / 1_000n) / 1e3 : timeNs / 1e6
}
