import type { TFunction } from 'i18next'
import type { Storm } from '../../../../contract/nowcast.ts'
import { badgeOf } from '../../../../core/storms/storm-badges.ts'
import { ratePerMin } from '../../../../core/storms/storm-rate.ts'
import { countText, numberText } from '../../../../core/util/format.ts'

/** Input of the sentence. Times are formatted. */
export interface SentenceFacts {
  /** The busiest first. */
  storms: readonly Storm[]
  /** Share of the last 15 minutes with data, 0 to 1. */
  observed: number
  /** Whether that is enough for trends. */
  trends: boolean
  /** Minutes of the 15 with data, if some are missing; else null. */
  partlyMin: number | null
  /** There is too little data to say that there is no storm. */
  isUnknown: boolean
  /** When lightning data stopped; null while they arrive. */
  staleSince: string | null
  /** Location of the busiest storm. */
  place: string
  /** Airports with lightning in a ring; null if unknown at the shown time. */
  struck: number | null
  /** The newest stroke received, or null. */
  last: { time: string; place: string } | null
}

export interface SentencePart {
  about: 'storms' | 'busiest' | 'airports' | 'last' | 'data'
  text: string
}

/**
 * The situation in up to four parts. Missing data are always named. Airports are last: they are known later than the
 * storms and come and go, and then move nothing.
 */
export function sentenceParts(facts: SentenceFacts, t: TFunction): SentencePart[] {
  const { storms, observed, partlyMin, isUnknown, staleSince, struck, last } = facts
  const part = (about: SentencePart['about'], key: string, values: Record<string, string | number> = {}) => ({
    about,
    text: t(key, values),
  })
  if (staleSince !== null) return [part('data', 'stale', { time: staleSince })]
  const [busiest] = storms
  const airports = struck ? [part('airports', 'airports', { count: struck })] : []
  if (!busiest) {
    if (isUnknown) return [part('data', 'unknown'), ...airports]
    const newest = last ? [part('last', 'last', last)] : []
    const none = partlyMin === null ? part('data', 'none') : part('data', 'nonePartly', { watched: partlyMin })
    return [none, ...newest, ...airports]
  }
  const perMin = storms.reduce((sum, storm) => sum + ratePerMin(storm, observed), 0)
  const values = { place: facts.place, rate: rateText(ratePerMin(busiest, observed)) }
  const trend = facts.trends ? t(`trend.${badgeOf(busiest)?.kind ?? 'steady'}`) : null
  return [
    part('storms', 'storms', { count: storms.length, rate: rateText(perMin) }),
    trend === null ? part('busiest', 'worstAlone', values) : part('busiest', 'worst', { ...values, trend }),
    ...(partlyMin === null ? [] : [part('data', 'partly', { watched: partlyMin })]),
    ...airports,
  ]
}

const rateText = (perMin: number) => (perMin < 10 ? numberText(perMin, 1) : countText(Math.round(perMin)))
