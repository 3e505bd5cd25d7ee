import type { OverlayMarks } from '../../live/overlay.ts'
import { FAINTEST, MAP_INK } from '../../map/map-ink.ts'
import { DISC_COLOURS } from './storm-style.ts'

/** An outline, as faint as any is, and the disc of each rate. */
export const marks: OverlayMarks = (theme) => [
  { name: 'outline', colours: [{ colour: MAP_INK[theme].ink, opacity: FAINTEST }] },
  ...DISC_COLOURS[theme].map(([perMin, colour]) => ({
    name: `disc of ${perMin} a minute`,
    colours: [{ colour, opacity: 0.94 }],
  })),
]
