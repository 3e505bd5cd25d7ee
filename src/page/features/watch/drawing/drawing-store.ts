import type { LineString, Point, Polygon } from 'geojson'
import { create } from 'zustand'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM, ringsText } from '../../../../core/airports/rings.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'

export const SHAPES = ['Point', 'LineString', 'Polygon'] as const
export type Shape = (typeof SHAPES)[number]
/** So many points make each of them. */
export const POINTS_MIN: Record<Shape, number> = { Point: 1, LineString: 2, Polygon: 3 }

/** What is said of the place besides its shape, as it is typed. */
interface Said {
  name: string
  group: string
  rings: string
  holdMin: number
}

interface DrawingState {
  said: Said
  shape: Shape
  points: readonly LatLon[]
  /** Each click on the map adds a point. */
  isPicking: boolean
  say(change: Partial<Said>): void
  setShape(shape: Shape): void
  setPoints(points: readonly LatLon[]): void
  /** A point has one; another click moves it. */
  addPoint(point: LatLon): void
  setPicking(isPicking: boolean): void
  reset(): void
}

const NOTHING: Pick<DrawingState, 'said' | 'shape' | 'points' | 'isPicking'> = {
  said: { name: '', group: '', rings: ringsText(RINGS_DEFAULT_KM), holdMin: HOLD_MINUTES_DEFAULT },
  shape: 'Polygon',
  points: [],
  isPicking: false,
}

/** The place that somebody is drawing. */
export const useDrawing = create<DrawingState>()((set) => ({
  ...NOTHING,
  say: (change) => set(({ said }) => ({ said: { ...said, ...change } })),
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
