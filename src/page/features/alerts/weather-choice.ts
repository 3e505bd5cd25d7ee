import { type Level, weatherLadderSchema } from '../../../contract/watch/levels.ts'
import { ladderOf, measureOf } from '../../../core/levels/ladder-of.ts'

export const MEASURES = ['category', 'wind', 'visibility', 'ceiling'] as const
export type Measure = (typeof MEASURES)[number]

/** Limits in m/s and m, and disabled triggers. */
export interface WeatherChoice {
  windMps: number
  visibilityM: number
  ceilingM: number
  off: readonly Measure[]
}

/** The user's weather levels for all pinned airports; null for those of the server. */
export type OwnWeather = readonly Level[] | null

export const WEATHER_DEFAULT: WeatherChoice = { windMps: 17, visibilityM: 1_500, ceilingM: 150, off: [] }

export const WEATHER_LIMITS = {
  windMps: [1, 60],
  visibilityM: [50, 10_000],
  ceilingM: [15, 3_000],
} as const satisfies Record<Exclude<keyof WeatherChoice, 'off'>, readonly [least: number, most: number]>

/** The levels of a choice; null if they are those of the server. */
export function weatherOf(choice: WeatherChoice): OwnWeather {
  const levels = levelsOf(choice)
  return JSON.stringify(levels) === JSON.stringify(levelsOf(WEATHER_DEFAULT)) ? null : levels
}

export function choiceOf(weather: OwnWeather): WeatherChoice {
  const levels = weather ?? levelsOf(WEATHER_DEFAULT)
  const report = (measure: Measure) => levels.find((level) => measureOf(level) === measure)?.report
  return {
    windMps: report('wind')?.windMps ?? WEATHER_DEFAULT.windMps,
    visibilityM: report('visibility')?.visibilityM ?? WEATHER_DEFAULT.visibilityM,
    ceilingM: report('ceiling')?.ceilingM ?? WEATHER_DEFAULT.ceilingM,
    off: MEASURES.filter((measure) => !report(measure)),
  }
}

/** The same with the flight category by a scheme; null if equal to the server's. */
export function byScheme(weather: OwnWeather, scheme: 'icao' | 'us'): OwnWeather {
  if (scheme === 'icao') return weather
  return (weather ?? levelsOf(WEATHER_DEFAULT)).map((level) => {
    const { report } = level
    return report?.category === undefined ? level : { ...level, report: { ...report, scheme } }
  })
}

/** Validates levels, which may contain anything. */
export function readWeather(kept: unknown): OwnWeather | undefined {
  if (kept === null || (Array.isArray(kept) && kept.length === 0)) return kept as OwnWeather
  const read = weatherLadderSchema.safeParse(kept)
  return read.success ? read.data : undefined
}

function levelsOf({ off, ...limits }: WeatherChoice): readonly Level[] {
  return ladderOf({ id: '', group: null, stated: {} }, [{ places: ['*'], ...limits, off }]).weather
}
