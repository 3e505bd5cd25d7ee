/** One thunderstorm cell at a moment. */
export interface StormCell {
  id: string
  lat: number
  lon: number
  /** Standard deviation of its flashes around the centre. */
  sigmaKm: number
  /** 0 to 1: position in the life cycle (growth, peak, decay). */
  intensity: number
  headingDeg: number
  speedKmh: number
  /** Physical strokes it makes at this moment. */
  strokesPerSecond: number
}

/** Storms of the simulated world: a pure function of seed and time, independent of the order of calls. */
export interface StormField {
  cellsAt(ms: number): StormCell[]
}
