import { create } from 'zustand'
import { WALL_DEFAULT } from '../../state/wall-settings.ts'

/** A stop of a tour: its form in the URL, and its name. */
export interface DraftStop {
  /** A place may be there twice. */
  id: number
  /** `zoom/lat/lon`, or a search text. */
  text: string
  name: string
}

interface TourDraft {
  stops: readonly DraftStop[]
  dwellS: number
}

/** The tour that is being put together: kept while the page is open, whether its dialog is or not. */
export const useTourDraft = create<TourDraft>(() => ({ stops: [], dwellS: WALL_DEFAULT.dwellS }))

export function addToDraft(stop: Omit<DraftStop, 'id'>): void {
  const { stops } = useTourDraft.getState()
  const id = Math.max(0, ...stops.map((each) => each.id)) + 1
  useTourDraft.setState({ stops: [...stops, { ...stop, id }] })
}

/** The stops with one moved; positions beyond an end count as that end. */
export function movedTo<Stop>(stops: readonly Stop[], from: number, to: number): Stop[] {
  const stop = stops[from]
  const others = stops.filter((_, i) => i !== from)
  return stop === undefined ? others : others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, stop)
}
