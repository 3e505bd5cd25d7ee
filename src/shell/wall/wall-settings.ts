import type { View } from '../shell-store.ts'

/** How a screen without a hand behaves; all of it stands in the URL. */
export interface WallSettings {
  /** Where it looks in turn: `zoom/lat/lon` or an airport's code. Empty: the views saved in this browser. Null: no tour. */
  tour: readonly string[] | null
  /** How long it looks at each. */
  dwellS: number
  /** Turns to the busiest storm while there is one. */
  follow: boolean
  /** Size of everything, 1 being readable from 5 m on a screen 1.2 m wide. */
  scale: number
  /** Where it rests, and the area whose storms it follows. */
  home: View | null
}

export const DWELL_S_DEFAULT = 20
const DWELL_S = [5, 3_600] as const
const SCALE = [0.5, 4] as const
const STOPS_MAX = 40

/** Null where the query does not ask for a wall. */
export function readWall(query: URLSearchParams, home: View | null): WallSettings | null {
  if (!query.has('kiosk') || ['0', 'false'].includes(query.get('kiosk') ?? '')) return null
  const tour = query.get('tour')
  return {
    tour:
      tour === null
        ? null
        : tour
            .split(',')
            .map((stop) => stop.trim())
            .filter(Boolean)
            .slice(0, STOPS_MAX),
    dwellS: within(query.get('dwell'), DWELL_S, DWELL_S_DEFAULT),
    follow: query.get('follow') === 'activity',
    scale: within(query.get('scale'), SCALE, 1),
    home,
  }
}

/** The wall's part of a query, name and value; what is at its default is left out. */
export function wallQuery(wall: WallSettings): [name: string, value: string][] {
  const query: [string, string][] = [['kiosk', '1']]
  if (wall.tour) query.push(['tour', wall.tour.join()])
  if (wall.dwellS !== DWELL_S_DEFAULT) query.push(['dwell', String(wall.dwellS)])
  if (wall.follow) query.push(['follow', 'activity'])
  if (wall.scale !== 1) query.push(['scale', String(wall.scale)])
  return query
}

function within(text: string | null, [least, most]: readonly [number, number], usual: number): number {
  const value = Number(text)
  return text && Number.isFinite(value) && value > 0 ? Math.min(most, Math.max(least, value)) : usual
}
