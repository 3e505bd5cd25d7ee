import type { Link } from '../../contract/ogc/features.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Span } from '../../core/time/spans.ts'
import type { Pieces } from '../contract/history/history-answers.ts'

/** No page has more features, however many are asked for; and so many where nothing is said. */
export const FEATURES_MAX = 10_000
export const FEATURES_DEFAULT = 1_000

/** What is known of a page once its features are out. */
export interface PageEnd {
  /** From where the next page goes on; null after the last. */
  next: string | null
  /** How many there are on all pages; null where that is not known. */
  matched: number | null
  /** What is answered, Unix ms; null where features have no time. */
  period: Span | null
  /** What of it nobody observed. */
  notObserved: readonly Span[]
  /** What else there is to say of all of them. */
  more?: Record<string, unknown>
}

/** Features of a page as JSON, some at a time; none for a look that found nothing. */
export type Features = AsyncGenerator<readonly string[], PageEnd, void>

/**
 * A page as text, piece by piece: what is told of all of it stands behind the features, since it is known when they
 * have been read.
 */
export async function* pageText(
  features: Features,
  page: { timeMs: number; simulated: boolean; links(next: string | null): Link[] },
): Pieces {
  const encoder = new TextEncoder()
  yield encoder.encode('{"type":"FeatureCollection","features":[')
  let count = 0
  for (;;) {
    const step = await features.next()
    if (step.done) {
      yield encoder.encode(`],${tailText(step.value, count, page)}}`)
      return
    }
    const texts = step.value
    yield encoder.encode(texts.length === 0 ? '' : `${count > 0 ? ',' : ''}\n${texts.join(',\n')}`)
    count += texts.length
  }
}

function tailText(
  { next, matched, period, notObserved, more }: PageEnd,
  count: number,
  { timeMs, simulated, links }: Parameters<typeof pageText>[1],
): string {
  const tail = {
    numberReturned: count,
    ...(matched !== null && { numberMatched: matched }),
    timeStamp: formatUtc(timeMs),
    links: links(next),
    ...(period && { 'brontide:period': spanText(period) }),
    'brontide:notObserved': notObserved.map(spanText),
    ...more,
    'brontide:simulated': simulated,
  }
  return JSON.stringify(tail).slice(1, -1)
}

function spanText({ fromMs, toMs }: Span): [string, string] {
  return [formatUtc(fromMs), formatUtc(toMs)]
}

/** A feature at a point, degrees. */
export function pointFeature(id: string | number, lon: number, lat: number, properties: object): string {
  return JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates: [lon, lat] }, properties })
}
