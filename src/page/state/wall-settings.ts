import type { Theme, View } from './view.ts'

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
  /** How much darker the ground is under the data, in percent. */
  dim: number
  /** Where it rests, and the area whose storms it follows. */
  home: View | null
  /** The query that it was read from; empty where somebody at the desk chose it. */
  asked: string
}

const DWELL_S = { least: 5, most: 3_600, usual: 20 }
const SCALE = { least: 0.5, most: 4, usual: 1 }
/** By theme: a light ground that is any darker lets what is drawn dark on it no longer stand off. */
export const DIM_MOST: Record<Theme, number> = { dark: 80, light: 0 }
const DIM = { least: 0, most: DIM_MOST.dark, usual: 0 }

export const WALL_DEFAULT: WallSettings = {
  tour: null,
  dwellS: DWELL_S.usual,
  follow: false,
  scale: SCALE.usual,
  dim: DIM.usual,
  home: null,
  asked: '',
}

/** Null where the query does not ask for a wall. */
export function readWall(query: URLSearchParams, home: View | null): WallSettings | null {
  if (!query.has('kiosk') || ['0', 'false'].includes(query.get('kiosk') ?? '')) return null
  const number = (name: string, { least, most, usual }: typeof SCALE) => {
    const value = Number(query.get(name)?.trim() || Number.NaN)
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
  }
  const stops = query
    .get('tour')
    ?.split(',')
    .map((stop) => stop.trim())
    .filter(Boolean)
  return {
    tour: stops ?? null,
    dwellS: number('dwell', DWELL_S),
    // Whoever wants something followed can only mean this.
    follow: query.has('follow'),
    scale: number('scale', SCALE),
    dim: number('dim', DIM),
    home,
    asked: query.toString(),
  }
}

/** The wall with a ground no darker than a theme bears. */
export function wallIn(theme: Theme, wall: WallSettings): WallSettings {
  return { ...wall, dim: Math.min(wall.dim, DIM_MOST[theme]) }
}

/** The wall's part of a query, name and value; what is at its default is left out. */
export function wallQuery(wall: WallSettings): [name: string, value: string][] {
  const query: [string, string][] = [['kiosk', '1']]
  if (wall.tour) query.push(['tour', wall.tour.join()])
  if (wall.dwellS !== WALL_DEFAULT.dwellS) query.push(['dwell', String(wall.dwellS)])
  if (wall.follow) query.push(['follow', 'activity'])
  if (wall.scale !== WALL_DEFAULT.scale) query.push(['scale', String(wall.scale)])
  if (wall.dim !== WALL_DEFAULT.dim) query.push(['dim', String(wall.dim)])
  return query
}
