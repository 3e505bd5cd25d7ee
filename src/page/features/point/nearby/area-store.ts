import { create } from 'zustand'
import type { Box, LatLon } from '../../../../core/geo/geo.ts'
import { boxBetween, type FireArea } from './fire-area.ts'

interface AreaState {
  /** The drawn box; null while fires are requested within a circle. */
  box: Box | null
  isDrawing: boolean
  /** The first corner of the box that is being drawn. */
  corner: LatLon | null
  /** The box so far. */
  draft: Box | null
  /** The area outlined on the map. */
  outlined: FireArea | null
  startDrawing(): void
  /** Begins a box at a corner, instead of one that was begun. */
  begin(corner: LatLon): void
  /** The opposite corner follows the pointer. */
  stretch(corner: LatLon): void
  /** Ends the drawing with the opposite corner; a box without an area stays begun. */
  finish(corner: LatLon): void
  /** Forgets the begun box; the drawing goes on. */
  abandon(): void
  /** Ends the drawing; the box from before it stays. */
  stopDrawing(): void
  clear(): void
}

const NOT_BEGUN = { corner: null, draft: null }

/** The area that fires are requested for: a box drawn on the map; without one, the circle of the panel. */
export const useFireArea = create<AreaState>()((set) => ({
  ...NOT_BEGUN,
  box: null,
  isDrawing: false,
  outlined: null,
  startDrawing: () => set({ ...NOT_BEGUN, isDrawing: true }),
  begin: (corner) => set(({ isDrawing }) => (isDrawing ? { corner, draft: null } : {})),
  stretch: (opposite) => set(({ corner }) => (corner ? { draft: boxBetween(corner, opposite) } : {})),
  finish: (opposite) =>
    set(({ corner }) => {
      const box = corner && boxBetween(corner, opposite)
      return box ? { ...NOT_BEGUN, box, isDrawing: false } : {}
    }),
  abandon: () => set(NOT_BEGUN),
  stopDrawing: () => set({ ...NOT_BEGUN, isDrawing: false }),
  clear: () => set({ ...NOT_BEGUN, box: null, isDrawing: false }),
}))
