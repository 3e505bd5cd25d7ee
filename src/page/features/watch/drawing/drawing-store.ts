import type { LineString, Point, Polygon } from 'geojson'
import { create } from 'zustand'
import { HOLD_MINUTES_DEFAULT, RINGS_DEFAULT_KM, ringsText } from '../../../../core/airports/rings.ts'
import { distanceKm, type LatLon } from '../../../../core/geo/geo.ts'
import { type Place, type PlaceGeometry, statedOf } from '../../../../core/places/place.ts'
import { parsePoints } from './drawing-text.ts'
import { type LevelFieldValues, levelFieldValuesOf } from './levels/level-fields.ts'

export const SHAPES = ['Point', 'LineString', 'Polygon'] as const
export type Shape = (typeof SHAPES)[number]
export const POINTS_MIN: Record<Shape, number> = { Point: 1, LineString: 2, Polygon: 3 }

export interface PlaceFields {
  name: string
  nameZh: string
  group: string
  hours: string
  dailyReport: string
  timeZone: string
  rings: string
  holdMin: string
  rule: RuleKind
  levels: readonly LevelFieldValues[]
}

/** The rule of a place: rings with one hold time, levels, or the server's rules. */
export const RULE_KINDS = ['rings', 'levels', 'server'] as const
export type RuleKind = (typeof RULE_KINDS)[number]
const NO_LEVELS: readonly LevelFieldValues[] = []

const UNDO_MAX = 100

interface DrawingState {
  said: PlaceFields
  shape: Shape
  points: readonly LatLon[]
  /** The coordinates while typed, possibly invalid; null otherwise. */
  corners: string | null
  /** Its points before each step, the latest one last. */
  past: readonly (readonly LatLon[])[]
  /** The drawn place that is changed; null while a new one is drawn. */
  changed: Place | null
  /** The unfinished new place, restored after the change of another. */
  aside: Pick<DrawingState, 'said' | 'shape' | 'points'> | null
  /** Each click on the map adds a point. */
  isPicking: boolean
  /** The user has just returned from the map. */
  hasPicked: boolean
  say(change: Partial<PlaceFields>): void
  setShape(shape: Shape): void
  /** Applies the points of a text if valid; null ends text input. */
  typeCorners(text: string | null): void
  /**
   * Adds a point; a second click on a Point shape moves it. In a changed place it is inserted where the outline grows
   * least.
   */
  addPoint(point: LatLon): void
  /** The last point of a new line or area, or the first one of an area, completes the shape if possible. */
  tapPoint(index: number): void
  /** Begins a step that includes all moves until the next one. */
  holdPoint(): void
  movePoint(index: number, point: LatLon): void
  undo(): void
  setPicking(isPicking: boolean): void
  /** Clears the drawing, or restores the one from before a change. */
  reset(): void
  change(place: Place): void
}

const NOTHING: Pick<
  DrawingState,
  'said' | 'shape' | 'points' | 'corners' | 'past' | 'isPicking' | 'hasPicked' | 'changed' | 'aside'
> = {
  said: {
    name: '',
    nameZh: '',
    group: '',
    hours: '',
    timeZone: '',
    dailyReport: '',
    rings: ringsText(RINGS_DEFAULT_KM),
    holdMin: String(HOLD_MINUTES_DEFAULT),
    rule: 'rings',
    levels: NO_LEVELS,
  },
  shape: 'Polygon',
  points: [],
  corners: null,
  past: [],
  isPicking: false,
  hasPicked: false,
  changed: null,
  aside: null,
}
const DONE = { isPicking: false, hasPicked: true }

export const useDrawing = create<DrawingState>()((set) => ({
  ...NOTHING,
  say: (change) => set(({ said }) => ({ said: { ...said, ...change } })),
  setShape: (shape) => set((now) => (shape === 'Point' ? { shape, ...step(now, now.points.slice(0, 1)) } : { shape })),
  typeCorners: (text) =>
    set((now) => {
      if (text === null) return { corners: null }
      const points = parsePoints(text) ?? now.points
      // All typing until the field is left is one step.
      return { ...(now.corners === null ? step(now, points) : { points }), corners: text }
    }),
  addPoint: (point) =>
    set((now) => {
      const { shape, points, changed } = now
      if (shape === 'Point') return step(now, [point])
      return step(now, points.toSpliced(changed ? bestIndex(shape, points, point) : points.length, 0, point))
    }),
  tapPoint: (index) => set((now) => (isLast(now, index) ? DONE : {})),
  holdPoint: () => set((now) => step(now, now.points)),
  movePoint: (index, point) => set(({ points }) => ({ points: points.with(index, point) })),
  undo: () => set(({ past, points }) => ({ points: past.at(-1) ?? points, past: past.slice(0, -1), corners: null })),
  setPicking: (isPicking) => set(isPicking ? { isPicking, hasPicked: false } : DONE),
  reset: () => set(({ changed, aside }) => ({ ...NOTHING, ...(changed && aside) })),
  change: (place) =>
    set((now) => ({
      ...NOTHING,
      ...drawnShape(place.geometry),
      changed: place,
      aside: now.changed ? now.aside : { said: now.said, shape: now.shape, points: now.points },
      said: {
        name: place.name,
        nameZh: place.nameZh ?? '',
        group: place.group ?? '',
        hours: place.hours ?? '',
        timeZone: place.timeZone ?? '',
        dailyReport: place.dailyReport ?? '',
        ...ruleSaid(place),
      },
    })),
}))

/** The rule of a place as form values; for levels, the rings are the defaults. */
function ruleSaid(place: Place): Pick<PlaceFields, 'rule' | 'levels' | 'rings' | 'holdMin'> {
  const { levels, ringsKm, holdMin } = statedOf(place)
  return {
    rule: levels ? 'levels' : ringsKm || holdMin ? 'rings' : 'server',
    levels: levels ? levelFieldValuesOf(levels) : NO_LEVELS,
    rings: ringsText(ringsKm ?? RINGS_DEFAULT_KM),
    holdMin: String(holdMin ?? HOLD_MINUTES_DEFAULT),
  }
}

/** Other points than before, which can be taken back. */
function step({ past, points }: Pick<DrawingState, 'past' | 'points'>, next: readonly LatLon[]) {
  return { points: next, past: [...past, points].slice(-UNDO_MAX), corners: null }
}

/** Whether a tap on that point ends a new shape, as the second of a double click does. */
function isLast(
  { shape, points, changed }: Pick<DrawingState, 'shape' | 'points' | 'changed'>,
  index: number,
): boolean {
  if (changed || shape === 'Point' || points.length < POINTS_MIN[shape]) return false
  return index === points.length - 1 || (shape === 'Polygon' && index === 0)
}

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

/** Whether the user has begun a new place. */
export function isBegun({ said, points }: Pick<DrawingState, 'said' | 'points'>): boolean {
  return (
    points.length > 0 || Object.entries(NOTHING.said).some(([key, empty]) => said[key as keyof PlaceFields] !== empty)
  )
}

/** The shape as GeoJSON; null with too few points. */
export function geometryOf(shape: Shape, points: readonly LatLon[]): Point | LineString | Polygon | null {
  if (points.length < POINTS_MIN[shape]) return null
  const positions = points.map(({ lat, lon }): [number, number] => [lon, lat])
  if (shape === 'Point') return { type: shape, coordinates: positions[0]! }
  if (shape === 'LineString') return { type: shape, coordinates: positions }
  return { type: shape, coordinates: [[...positions, positions[0]!]] }
}
