export const KNOTS_PER_MPS = 3600 / 1852
export const FEET_PER_METRE = 1 / 0.3048
export const INHG_PER_HPA = 1 / 33.86389
export const METRES_PER_STATUTE_MILE = 1609.344

export const knots = (mps: number) => mps * KNOTS_PER_MPS
export const metresPerSecond = (kt: number) => kt / KNOTS_PER_MPS
export const feet = (metres: number) => metres * FEET_PER_METRE
export const metres = (ft: number) => ft / FEET_PER_METRE
export const inchesOfMercury = (hpa: number) => hpa * INHG_PER_HPA
