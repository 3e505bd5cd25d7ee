/** One thunderstorm cell at a moment. */
export interface StormCell {
  id: string
  lat: number
  lon: number
  /** Standard deviation of its flashes around the centre. */
  sigmaKm: number
  /** 0 to 1: where it stands in its life (growth, peak, decay). */
  intensity: number
  headingDeg: number
  speedKmh: number
  /** Physical strokes it makes at this moment. */
  strokesPerSecond: number
}

/** The storms of the synthetic world: the same seed and moment always give the same cells, in whatever order asked. */
export interface StormField {
  cellsAt(ms: number): StormCell[]
}
