import type { OverlayMarks } from '../../live/overlay.ts'
import { FAINTEST, MAP_INK } from '../../map/map-ink.ts'

/** An outline or a ring, as faint as any is. */
export const marks: OverlayMarks = (theme) => [
  { name: 'outline', colours: [{ colour: MAP_INK[theme].ink, opacity: FAINTEST }] },
]
