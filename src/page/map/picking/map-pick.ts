import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { Selection } from '../../state/selection.ts'

/** A position on the screen, in CSS pixels from the map's corner, and on Earth. */
export interface PickPoint {
  x: number
  y: number
  lat: number
  lon: number
}

/** An item at a position, with a distinguishing text among its kind: a code, a time. */
export interface Picked extends Selection {
  detail?: string
}

/** Returns the item at a position, or several with the nearest first. */
export type Pick = (point: PickPoint) => Picked | readonly Picked[] | null

const pickers: { priority: number; pick: Pick }[] = []

/**
 * Handles map clicks while the component is mounted. Handlers run by descending priority; the first result is selected.
 * Point on empty map is 0, areas 10, marks 20 to 40, airports 50.
 */
export function useMapPick(priority: number, pick: Pick): void {
  const latest = useRef(pick)
  useEffect(() => {
    latest.current = pick
  })
  useEffect(() => {
    const picker = { priority, pick: (point: PickPoint) => latest.current(point) }
    pickers.push(picker)
    pickers.sort((a, b) => b.priority - a.priority)
    return () => void pickers.splice(pickers.indexOf(picker), 1)
  }, [priority])
}

/** The topmost mark at `point`, for the pointer's shape. */
export function markAt(point: PickPoint): Picked | null {
  for (const { priority, pick } of pickers) {
    const [found] = priority > 0 ? listed(pick(point)) : []
    if (found) return found
  }
  return null
}

/** All marks at the last click, if several; the selected one first. */
export const usePickedHere = create<{ things: readonly Picked[] }>(() => ({ things: [] }))

let taker: ((point: PickPoint) => void) | null = null

/** Receives every clicked position instead of selecting there, until the returned function is called. */
export function takeSpots(take: (point: PickPoint) => void): () => void {
  taker = take
  return () => {
    if (taker === take) taker = null
  }
}

/** The selection of a click at `point`; alternatives are in `usePickedHere`. */
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
