import { Emitter } from '../../../../core/util/emitter.ts'

/** A strike under the pointer, and where the pointer is, in pixels of the map. */
export interface HoveredStrike {
  sequence: number
  x: number
  y: number
}

/** What the pointer is over, as it moves; null for nothing. */
export const hoveredStrikes = new Emitter<HoveredStrike | null>()
