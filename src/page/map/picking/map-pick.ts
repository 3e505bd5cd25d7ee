import { useEffect } from 'react'
import { create } from 'zustand'
import type { Selection } from '../../state/selection.ts'

/** A spot on the screen, in CSS pixels from the map's corner, and where on Earth it is. */
export interface PickPoint {
  x: number
  y: number
  lat: number
  lon: number
}

/** What lies at a spot, and what tells it from others of its kind there: a code, a time. */
export interface Picked extends Selection {
  detail?: string
}

/** Answers what lies at a spot, the nearest first where it is several. */
export type Pick = (point: PickPoint) => Picked | readonly Picked[] | null

interface Picker {
  priority: number
  pick: Pick
}

const pickers: Picker[] = []

/**
 * Takes part in clicks on the map for as long as the component is mounted. Higher priorities are asked first; the first
 * that answers is selected. Point on empty map is 0, areas 10, marks 20 to 40, airports 50.
 */
export function useMapPick(priority: number, pick: Pick): void {
  useEffect(() => {
    const picker = { priority, pick }
    pickers.push(picker)
    pickers.sort((a, b) => b.priority - a.priority)
    return () => void pickers.splice(pickers.indexOf(picker), 1)
  }, [priority, pick])
}

/** What is marked at `point`, for the pointer's shape: the first of it. */
export function markAt(point: PickPoint): Picked | null {
  for (const { priority, pick } of pickers) {
    const [found] = priority > 0 ? listed(pick(point)) : []
    if (found) return found
  }
  return null
}

/** Everything at the spot of the last click, where that was several marks; what a click there selects comes first. */
export const usePickedHere = create<{ things: readonly Picked[] }>(() => ({ things: [] }))

let taker: ((point: PickPoint) => void) | null = null

/** Takes every spot that is clicked, instead of selecting what lies there, until the answer is called. */
export function takeSpots(take: (point: PickPoint) => void): () => void {
  taker = take
  return () => {
    if (taker === take) taker = null
  }
}

/** What a click at `point` selects; what else there is can be chosen from `usePickedHere`. */
export function pickAt(point: PickPoint): Selection | null {
  if (taker) {
    taker(point)
    return null
  }
  let marks = 0
  const things = pickers.flatMap(({ priority, pick }) => {
    const found = listed(pick(point))
    if (priority > 0) marks += found.length
    return found
  })
  usePickedHere.setState({ things: marks > 1 ? things : [] })
  const [first] = things
  return first ? { kind: first.kind, id: first.id } : null
}

function listed(found: ReturnType<Pick>): readonly Picked[] {
  return found === null ? [] : 'kind' in found ? [found] : found
}
