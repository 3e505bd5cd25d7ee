import type { LineString, Point, Polygon } from 'geojson'
import { create } from 'zustand'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM, ringsText } from '../../../../core/airports/rings.ts'
import { distanceKm, type LatLon } from '../../../../core/geo/geo.ts'
import type { Place, PlaceGeometry } from '../../../../core/places/place.ts'

export const SHAPES = ['Point', 'LineString', 'Polygon'] as const
export type Shape = (typeof SHAPES)[number]
/** So many points make each of them. */
export const POINTS_MIN: Record<Shape, number> = { Point: 1, LineString: 2, Polygon: 3 }

/** What is said of the place besides its shape, as it is typed. */
interface Said {
  name: string
  nameZh: string
  group: string
  hours: string
  dailyReport: string
  timeZone: string
  rings: string
  holdMin: number
}

interface DrawingState {
  said: Said
  shape: Shape
  points: readonly LatLon[]
  /** The drawn place that is changed; null while a new one is drawn. */
  changed: Place | null
  /** Each click on the map adds a point. */
  isPicking: boolean
  /** Somebody has just come back from the map. */
  hasPicked: boolean
  say(change: Partial<Said>): void
  setShape(shape: Shape): void
  setPoints(points: readonly LatLon[]): void
  /** A point has one; another click moves it. Of a place that is changed it comes where the way around grows least. */
  addPoint(point: LatLon): void
  movePoint(index: number, point: LatLon): void
  setPicking(isPicking: boolean): void
  reset(): void
  /** Begins with a place as it is. */
  change(place: Place): void
}

const NOTHING: Pick<DrawingState, 'said' | 'shape' | 'points' | 'isPicking' | 'hasPicked' | 'changed'> = {
  said: {
    ...{ name: '', nameZh: '', group: '', hours: '', timeZone: '', dailyReport: '' },
    ...{ rings: ringsText(RINGS_DEFAULT_KM), holdMin: HOLD_MINUTES_DEFAULT },
  },
  shape: 'Polygon',
  points: [],
  isPicking: false,
  hasPicked: false,
  changed: null,
}

/** The place that somebody is drawing. */
export const useDrawing = create<DrawingState>()((set) => ({
  ...NOTHING,
  say: (change) => set(({ said }) => ({ said: { ...said, ...change } })),
  setShape: (shape) => set({ shape }),
  setPoints: (points) => set({ points }),
  addPoint: (point) =>
    set(({ shape, points, changed }) => {
      if (shape === 'Point') return { points: [point] }
      return { points: points.toSpliced(changed ? bestIndex(shape, points, point) : points.length, 0, point) }
    }),
  movePoint: (index, point) => set(({ points }) => ({ points: points.with(index, point) })),
  setPicking: (isPicking) => set({ isPicking, hasPicked: !isPicking }),
  reset: () => set(NOTHING),
  change: (place) =>
    set({
      ...{ ...NOTHING, ...drawnShape(place.geometry), changed: place },
      said: {
        ...{ name: place.name, nameZh: place.nameZh ?? '', group: place.group ?? '' },
        ...{ hours: place.hours ?? '', timeZone: place.timeZone ?? '', dailyReport: place.dailyReport ?? '' },
        ...{ rings: ringsText(place.ringsKm), holdMin: place.holdMin },
      },
    }),
}))

/** Whether its points can be moved here one by one: not those of several lines or areas, nor of one with holes. */
export function isSimple({ type, coordinates }: PlaceGeometry): boolean {
  return type === 'Point' || type === 'LineString' || (type === 'Polygon' && coordinates.length === 1)
}

function drawnShape(geometry: PlaceGeometry): { shape: Shape; points: readonly LatLon[] } {
  const pointOf = ([lon, lat]: readonly [number, number]) => ({ lat, lon })
  if (geometry.type === 'Point') return { shape: 'Point', points: [pointOf(geometry.coordinates)] }
  if (geometry.type === 'LineString') return { shape: 'LineString', points: geometry.coordinates.map(pointOf) }
  if (!isSimple(geometry)) return { shape: 'Polygon', points: [] }
  const [ring = []] = geometry.type === 'Polygon' ? geometry.coordinates : []
  return { shape: 'Polygon', points: ring.slice(0, -1).map(pointOf) }
}

/** Between which points another one makes the least detour; at an end of a line, too. */
function bestIndex(shape: Shape, points: readonly LatLon[], point: LatLon): number {
  const detours = points.map((from, i) => {
    const to = points[i + 1] ?? (shape === 'Polygon' ? points[0] : undefined)
    const there = distanceKm(from, point)
    return to ? there + distanceKm(point, to) - distanceKm(from, to) : there
  })
  const [first] = points
  const atStart = shape === 'LineString' && first ? distanceKm(first, point) : Number.POSITIVE_INFINITY
  const least = Math.min(...detours)
  return atStart < least ? 0 : detours.indexOf(least) + 1
}

/** GeoJSON's form of it; null while it has too few points. */
export function geometryOf(shape: Shape, points: readonly LatLon[]): Point | LineString | Polygon | null {
  if (points.length < POINTS_MIN[shape]) return null
  const positions = points.map(({ lat, lon }): [number, number] => [lon, lat])
  if (shape === 'Point') return { type: shape, coordinates: positions[0]! }
  if (shape === 'LineString') return { type: shape, coordinates: positions }
  return { type: shape, coordinates: [[...positions, positions[0]!]] }
}
