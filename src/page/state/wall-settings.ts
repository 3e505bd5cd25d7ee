import { type Codec, type Codecs, defaultsOf, oneParam, readFields, writeFields } from './codec.ts'
import type { Theme, View } from './view.ts'

/** Behaviour of an unattended screen; all of it is in the URL. */
export interface WallSettings {
  /**
   * Views shown in turn: `zoom/lat/lon` or an airport's code. Empty: the views saved in this browser. Null: no tour.
   */
  tour: readonly string[] | null
  dwellS: number
  /** Shows the busiest storm while there is one. */
  follow: boolean
  /** Size of everything, 1 being readable from 5 m on a screen 1.2 m wide. */
  scale: number
  /** Dimming of the base map, in percent of the theme's maximum: see `groundDim`. */
  dim: number
  /** The default view, whose area is searched for storms. */
  home: View | null
}

/** By theme: on a darker light base map, dark marks lose contrast. */
export const DIM_MOST: Record<Theme, number> = { dark: 80, light: 0 }

export const DWELL_S = { least: 5, most: 3_600, usual: 20 }

export const SCALE = { least: 0.5, most: 4, usual: 1 }

export const TOUR_STOPS_MAX = 40

/** Parameters beside `kiosk`. */
const WALL: Codecs<Omit<WallSettings, 'home'>> = {
  tour: {
    ...oneParam<WallSettings['tour']>({
      param: 'tour',
      parse: (text) =>
        text
          .split(',')
          .map((stop) => stop.trim())
          .filter(Boolean),
      format: (tour) => tour?.join() ?? null,
    }),
    default: null,
  },
  dwellS: between('dwell', DWELL_S),
  follow: {
    // The presence of the parameter suffices.
    ...oneParam<boolean>({ param: 'follow', parse: () => true, format: (follow) => (follow ? 'activity' : null) }),
    default: false,
  },
  scale: between('scale', SCALE),
  dim: between('dim', { least: 0, most: DIM_MOST.dark, usual: 0 }),
}

export const WALL_DEFAULT: WallSettings = { ...defaultsOf(WALL), home: null }

/** The default view is in the URL's hash, so `home` is neither read nor written here. */
export const wallCodec: Codec<WallSettings | null> = {
  params: ['kiosk', ...Object.values(WALL).flatMap(({ params }) => params)],
  parse(query) {
    const isWall = query.has('kiosk') && !['0', 'false'].includes(query.get('kiosk')!)
    return isWall ? { ...WALL_DEFAULT, ...readFields(WALL, query) } : undefined
  },
  format: (wall) => (wall ? [['kiosk', '1'], ...writeFields(WALL, wall)] : []),
  default: null,
}

/** How much darker the ground is in a theme, in percent. */
export function groundDim({ wall, theme }: { wall: WallSettings | null; theme: Theme }): number {
  return Math.min(wall?.dim ?? 0, DIM_MOST[theme])
}

function between(param: string, { least, most, usual }: Record<'least' | 'most' | 'usual', number>): Codec<number> {
  return {
    ...oneParam({
      param,
      parse(text) {
        const value = Number(text.trim() || Number.NaN)
        return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : undefined
      },
      format: String,
    }),
    default: usual,
  }
}
