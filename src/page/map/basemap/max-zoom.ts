/**
 * The deepest zoom the embedded tiles are built for; closer views enlarge these. A unit of such a tile is 19 m for the
 * coast and 38 m for what is drawn more coarsely.
 */
export const BASEMAP_MAX_ZOOM = 8

/** Whom the embedded base map is by. */
export const BASEMAP_ATTRIBUTION = 'Natural Earth · naturalearthtiles (ODbL) · GSHHG · GeoNames'
