/** Below this width panels are sheets from below, one at a time. */
export const NARROW = '(max-width: 720px)'
/** A phone in landscape: panels beside the map, one at a time. */
export const SHORT = '(min-width: 721px) and (max-height: 480px)'
/** Either: there is no room for two panels. */
export const ONE_PANEL = `${NARROW}, ${SHORT}`
