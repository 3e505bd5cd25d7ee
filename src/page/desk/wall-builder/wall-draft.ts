import { create } from 'zustand'
import type { View } from '../../state/view.ts'
import { WALL_DEFAULT, type WallSettings } from '../../state/wall-settings.ts'

/** A stop of a tour: its form in the URL, and its name. */
export interface DraftStop {
  /** A place may be there twice. */
  id: number
  /** `zoom/lat/lon`, or a search text. */
  text: string
  name: string
}

/** The subject of a wall: activity of its area, the busiest storm, one view, or several in turn. */
export const WALL_SIGHTS = ['activity', 'storm', 'view', 'tour'] as const
export type WallSight = (typeof WALL_SIGHTS)[number]

interface WallDraft extends Pick<WallSettings, 'dwellS' | 'scale' | 'dim'> {
  sight: WallSight
  stops: readonly DraftStop[]
  /** Visible layers; null: those of the desk. */
  layers: readonly string[] | null
}

const { dwellS, scale, dim } = WALL_DEFAULT

/** The wall being built: kept while the page is open, even while its dialog is closed. */
export const useWallDraft = create<WallDraft>(() => ({
  sight: 'activity',
  stops: [],
  layers: null,
  dwellS,
  scale,
  dim,
}))

/** The settings of the drafted wall; `view`: that of the desk. */
export function draftedWall({ sight, stops, dwellS, scale, dim }: Omit<WallDraft, 'layers'>, view: View): WallSettings {
  return {
    tour: sight === 'tour' ? stops.map(({ text }) => text) : null,
    follow: sight === 'storm',
    home: sight === 'activity' ? null : view,
    dwellS,
    scale,
    dim,
  }
}

export function addToDraft(stop: Omit<DraftStop, 'id'>): void {
  const { stops } = useWallDraft.getState()
  const id = Math.max(0, ...stops.map((each) => each.id)) + 1
  useWallDraft.setState({ stops: [...stops, { ...stop, id }] })
}

/** The stops with one moved; positions beyond an end count as that end. */
export function movedTo<Stop>(stops: readonly Stop[], from: number, to: number): Stop[] {
  const stop = stops[from]
  const others = stops.filter((_, i) => i !== from)
  return stop === undefined ? others : others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, stop)
}
