import type { TFunction } from 'i18next'
import type { Storm } from '../../../../contract/nowcast.ts'
import { badgeOf } from '../../../../core/storms/storm-badges.ts'
import { countText, numberText } from '../../../../core/util/format.ts'
import { ofServedStorms } from '../storm-list.ts'

/** Input of the sentence. Times are formatted. */
export interface SentenceFacts {
  /** The busiest first. */
  storms: readonly Storm[]
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
  const { storms, partlyMin, isUnknown, staleSince, struck, last } = facts
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
  const rates = storms.map(({ strokesPerMin }) => strokesPerMin)
  // The rate by which storms are drawn is an estimate without these, and no number for people.
  const total = rates.includes(null) ? null : rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0)
  const count = storms.length
  const counted = { count, storms: ofServedStorms(storms, countText(count)) }
  return [
    total === null
      ? part('storms', 'stormsAlone', counted)
      : part('storms', 'storms', { ...counted, rate: ofServedStorms(storms, rateText(total)) }),
    part('busiest', ...busiestText(busiest, facts, t)),
    ...(partlyMin === null ? [] : [part('data', 'partly', { watched: partlyMin })]),
    ...airports,
  ]
}

function busiestText(storm: Storm, { place, trends }: SentenceFacts, t: TFunction): [string, Record<string, string>] {
  if (storm.strokesPerMin === null) return ['worstUnknown', { place }]
  const values = { place, rate: rateText(storm.strokesPerMin) }
  return trends
    ? ['worst', { ...values, trend: t(`trend.${badgeOf(storm)?.kind ?? 'steady'}`) }]
    : ['worstAlone', values]
}

const rateText = (perMin: number) => (perMin < 10 ? numberText(perMin, 1) : countText(Math.round(perMin)))
