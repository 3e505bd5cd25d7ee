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
  /** How much darker the ground is under the data, in percent. */
  dim: number
  /** Where it rests, and the area whose storms it follows. */
  home: View | null
  /** What the address asked for and could not have. */
  slips: readonly Slip[]
}

/** A value in the address that makes no sense, and what is used for it. */
export interface Slip {
  name: 'dwell' | 'scale' | 'dim' | 'follow' | 'tour'
  said: string
  used: string
}

const DWELL_S = { least: 5, most: 3_600, usual: 20 }
const SCALE = { least: 0.5, most: 4, usual: 1 }
const DIM = { least: 0, most: 80, usual: 0 }
const STOPS_MAX = 40
const SAID_MAX = 24

export const WALL_DEFAULT: WallSettings = {
  tour: null,
  dwellS: DWELL_S.usual,
  follow: false,
  scale: SCALE.usual,
  dim: DIM.usual,
  home: null,
  slips: [],
}

/** Null where the query does not ask for a wall. */
export function readWall(query: URLSearchParams, home: View | null): WallSettings | null {
  if (!query.has('kiosk') || ['0', 'false'].includes(query.get('kiosk') ?? '')) return null
  const slips: Slip[] = []
  const slip = (name: Slip['name'], said: string, used: string) => void slips.push({ name, said: cut(said), used })

  const number = (name: 'dwell' | 'scale' | 'dim', { least, most, usual }: typeof SCALE) => {
    const said = query.get(name)
    if (said === null) return usual
    const value = said.trim() === '' ? Number.NaN : Number(said)
    const used = Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
    if (used !== value) slip(name, said, String(used))
    return used
  }
  const stops = (said: string) => {
    const named = said
      .split(',')
      .map((stop) => stop.trim())
      .filter(Boolean)
    if (named.length > STOPS_MAX) slip('tour', `${named.length}`, `${STOPS_MAX}`)
    return named.slice(0, STOPS_MAX)
  }

  const tour = query.get('tour')
  const follow = query.get('follow')
  if (follow !== null && follow !== 'activity') slip('follow', follow, 'activity')
  return {
    tour: tour === null ? null : stops(tour),
    dwellS: number('dwell', DWELL_S),
    // Whoever wants something followed can only mean this.
    follow: follow !== null,
    scale: number('scale', SCALE),
    dim: number('dim', DIM),
    home,
    slips,
  }
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

function cut(said: string): string {
  return said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said
}
