/** Closer in than this each fire is a square. */
export const SQUARES_FROM_ZOOM = 4.2
/** Farther out than this the map shows how many there are; between the two one turns into the other. */
export const DENSITY_UNTIL_ZOOM = 5.4
