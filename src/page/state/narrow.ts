/** CSS pixels. */
export const NARROW_PX = 720
/** Up to this width panels are sheets from below, one at a time. */
export const NARROW = `(max-width: ${NARROW_PX}px)`
/** A phone in landscape: panels beside the map, one at a time. */
export const SHORT = `(min-width: ${NARROW_PX + 1}px) and (max-height: 480px)`
/** Either: there is no room for two panels. */
export const ONE_PANEL = `${NARROW}, ${SHORT}`
