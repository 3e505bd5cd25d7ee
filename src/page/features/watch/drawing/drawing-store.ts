import type { LineString, Point, Polygon } from 'geojson'
import { create } from 'zustand'
import type { LatLon } from '../../../../core/geo/geo.ts'

export const SHAPES = ['Point', 'LineString', 'Polygon'] as const
export type Shape = (typeof SHAPES)[number]
/** So many points make each of them. */
export const POINTS_MIN: Record<Shape, number> = { Point: 1, LineString: 2, Polygon: 3 }

interface DrawingState {
  shape: Shape
  points: readonly LatLon[]
  /** Each click on the map adds a point. */
  isPicking: boolean
  setShape(shape: Shape): void
  setPoints(points: readonly LatLon[]): void
  /** A point has one; another click moves it. */
  addPoint(point: LatLon): void
  setPicking(isPicking: boolean): void
  reset(): void
}

const NOTHING = { shape: 'Polygon', points: [], isPicking: false } as const

/** The place that somebody is drawing. */
export const useDrawing = create<DrawingState>()((set) => ({
  ...NOTHING,
  setShape: (shape) => set({ shape }),
  setPoints: (points) => set({ points }),
  addPoint: (point) => set(({ shape, points }) => ({ points: shape === 'Point' ? [point] : [...points, point] })),
  setPicking: (isPicking) => set({ isPicking }),
  reset: () => set(NOTHING),
}))

/** GeoJSON's form of it; null while it has too few points. */
export function geometryOf(shape: Shape, points: readonly LatLon[]): Point | LineString | Polygon | null {
  if (points.length < POINTS_MIN[shape]) return null
  const positions = points.map(({ lat, lon }): [number, number] => [lon, lat])
  if (shape === 'Point') return { type: shape, coordinates: positions[0]! }
  if (shape === 'LineString') return { type: shape, coordinates: positions }
  return { type: shape, coordinates: [[...positions, positions[0]!]] }
}
