/** The deepest zoom the embedded tiles are built for; closer views enlarge these. A unit of such a tile is 76 m. */
export const BASEMAP_MAX_ZOOM = 7
