/** Below this width panels are sheets from below, one at a time. */
export const NARROW = '(max-width: 720px)'
