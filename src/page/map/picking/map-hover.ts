import { useEffect, useState } from 'react'
import { Emitter } from '../../../core/util/emitter.ts'
import type { Selection } from '../../state/selection.ts'

/** A mark under the pointer, and the pointer's position, CSS pixels from the map's corner. */
export interface HoveredMark {
  selection: Selection
  x: number
  y: number
}

const hovers = new Emitter<HoveredMark | null>()

/** Reports the mark that a click would select as the pointer moves; null for none. */
export function reportHover(hovered: HoveredMark | null): void {
  hovers.emit(hovered)
}

export function useHovered(kind: string): HoveredMark | null {
  const [hovered, setHovered] = useState<HoveredMark | null>(null)
  useEffect(() => hovers.subscribe((mark) => setHovered(mark?.selection.kind === kind ? mark : null)), [kind])
  return hovered
}
