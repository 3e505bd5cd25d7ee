/** A point with its constant properties. */
export interface Place {
  lat: number
  lon: number
  heightM: number
  landShare: number
  aridity: number
  /** 0 to 1: how dirty the air can become. */
  smog: number
}
