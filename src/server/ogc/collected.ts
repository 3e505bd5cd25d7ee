import type { CollectionId } from '../../contract/ogc/features.ts'
import type { Period } from '../../contract/ogc/queries.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Span } from '../../core/time/spans.ts'
import type { HistoryResponses } from '../contract/history/history-responses.ts'
import type { HeldFires } from '../hazards/fires/held-fires.ts'
import type { History } from '../history/history.ts'
import type { NowcastService } from '../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import type { Features } from './feature-page.ts'

/** What a page of features is asked for with. */
export interface Wanted {
  box: Box | undefined
  period: Period | undefined
  limit: number
  next: string | undefined
}

export interface Collected {
  id: CollectionId
  title: string
  description: string
  /** Whose token, key or sign-in opens it. */
  guard: 'lightning' | 'metar' | 'standard'
  /** From when on there may be something, Unix ms; null where features have no time. */
  sinceMs(): Promise<number | null>
  /** True for what a link to a next page may hold. */
  isNext(text: string): boolean
  /** A page, or what is wrong with the question. */
  features(wanted: Wanted): Promise<Features | { complaint: string }>
  /** The feature with that id in JSON; null where there is none. */
  feature(id: string): Promise<string | null>
}

export interface CollectionsDeps {
  history: Pick<History, 'strikes' | 'missing' | 'horizonMs' | 'reports'>
  source: Pick<Source, 'latestReports' | 'standard'>
  places: Pick<GuardedPlaces, 'list'> | null
  nowcast: Pick<NowcastService, 'latest'>
  heldFires: Pick<HeldFires, 'cells' | 'find'>
  /** What of a period of the lightning line was observed, as the history tells it. */
  periodOf: HistoryResponses['period']
  clock: Clock
}

/** True for the number of an item of a list, as a link to its next page has it. */
export const isOffset = (text: string) => /^\d{1,9}$/.test(text)

/** What of a period lies outside of another. */
export function without(asked: Span, known: Span | null): Span[] {
  const rest = known
    ? [
        { fromMs: asked.fromMs, toMs: Math.min(asked.toMs, known.fromMs) },
        { fromMs: Math.max(asked.fromMs, known.toMs), toMs: asked.toMs },
      ]
    : [asked]
  return rest.filter(({ fromMs, toMs }) => toMs > fromMs)
}
