import type { CollectionId } from '../../contract/ogc/features.ts'
import type { Period } from '../../contract/ogc/queries.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Span } from '../../core/time/spans.ts'
import type { HistoryResponses } from '../contract/history/history-responses.ts'
import type { HeldFires } from '../contract/http/held-fires.ts'
import type { History } from '../history/history.ts'
import type { NowcastService } from '../nowcast/nowcast-service.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import type { Source } from '../sources/source.ts'
import type { Features } from './feature-page.ts'

/** Parameters of a page of features. */
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
  /** Product whose token or key is required; a sign-in also grants access. */
  guard: 'lightning' | 'metar' | 'standard'
  /** Begin of the available period, Unix ms; null for features without time. */
  sinceMs(): Promise<number | null>
  /** True for a valid `next` value. */
  isNext(text: string): boolean
  /** A page, or the problem of the request. */
  features(wanted: Wanted): Promise<Features | { complaint: string }>
  /** The feature with this id as JSON; null without one. */
  feature(id: string): Promise<string | null>
}

export interface CollectionsDeps {
  history: Pick<History, 'strikes' | 'missing' | 'horizonMs' | 'reports'>
  source: Pick<Source, 'latestReports' | 'standard'>
  places: Pick<GuardedPlaces, 'list'> | null
  nowcast: Pick<NowcastService, 'latest'>
  heldFires: Pick<HeldFires, 'cells' | 'find'>
  /** Observed and unobserved parts of a period, by the history. */
  periodOf: HistoryResponses['period']
  clock: Clock
}

/** True for an item number in a link to the next page. */
export const isOffset = (text: string) => /^\d{1,9}$/.test(text)

/** The parts of a period outside another. */
export function without(asked: Span, known: Span | null): Span[] {
  const rest = known
    ? [
        { fromMs: asked.fromMs, toMs: Math.min(asked.toMs, known.fromMs) },
        { fromMs: Math.max(asked.fromMs, known.toMs), toMs: asked.toMs },
      ]
    : [asked]
  return rest.filter(({ fromMs, toMs }) => toMs > fromMs)
}
