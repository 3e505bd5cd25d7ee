import { useEffect } from 'react'
import type { Selection } from '../../state/selection.ts'

/** A spot on the screen, in CSS pixels from the map's corner, and where on Earth it is. */
export interface PickPoint {
  x: number
  y: number
  lat: number
  lon: number
}

/** Answers what lies at a spot, or null. */
export type Pick = (point: PickPoint) => Selection | null

interface Picker {
  priority: number
  pick: Pick
}

const pickers: Picker[] = []

/**
 * Takes part in clicks on the map for as long as the component is mounted. Higher priorities are asked first; the first
 * that answers is selected. Point on empty map is 0, areas 10, marks 20 to 40.
 */
export function useMapPick(priority: number, pick: Pick): void {
  useEffect(() => {
    const picker = { priority, pick }
    pickers.push(picker)
    pickers.sort((a, b) => b.priority - a.priority)
    return () => void pickers.splice(pickers.indexOf(picker), 1)
  }, [priority, pick])
}

/** What a click at `point` selects. `marksOnly` leaves out what answers everywhere, for the pointer's shape. */
export function pickAt(point: PickPoint, marksOnly = false): Selection | null {
  for (const { priority, pick } of pickers) {
    if (marksOnly && priority <= 0) continue
    const found = pick(point)
    if (found) return found
  }
  return null
}
