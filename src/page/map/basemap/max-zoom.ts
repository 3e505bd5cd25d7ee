/**
 * Maximum zoom of the embedded tiles; closer views enlarge them. A unit of such a tile is 19 m for the coast and 38 m
 * for coarser layers.
 */
export const BASEMAP_MAX_ZOOM = 8

/** Credits of the embedded base map. */
export const BASEMAP_ATTRIBUTION = 'Natural Earth · naturalearthtiles (ODbL) · GSHHG · GeoNames'
