/** A flame in a square of that many px, as an SVG path. */
export const FLAME_PX = 18
export const FLAME =
  'M9.4 2.2c.5 2.9 4.6 4.5 4.6 8.5a5 5 0 0 1-10 .1c0-2 1-3.2 2-4.2c.1 1.3.6 2.1 1.3 2.5C7 6.6 7.9 4 9.4 2.2Z'
