import type { Link } from '../../contract/ogc/features.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Span } from '../../core/time/spans.ts'
import type { Pieces } from '../contract/history/history-answers.ts'

/** Maximum and default number of features per page. */
export const FEATURES_MAX = 10_000
export const FEATURES_DEFAULT = 1_000

/** Page metadata, known after its features. */
export interface PageEnd {
  /** Start of the next page; null after the last. */
  next: string | null
  /** Total number on all pages; null if unknown. */
  matched: number | null
  /** Period of the response, Unix ms; null for features without time. */
  period: Span | null
  notObserved: readonly Span[]
  /** Additional members of the collection. */
  more?: Record<string, unknown>
}

/** JSON of a page's features in groups; empty groups if a step found none. */
export type Features = AsyncGenerator<readonly string[], PageEnd, void>

/** A page as text, in chunks: metadata follows the features, because it is known only after reading them. */
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

/** A point feature, degrees. */
export function pointFeature(id: string | number, lon: number, lat: number, properties: object): string {
  return JSON.stringify({ type: 'Feature', id, geometry: { type: 'Point', coordinates: [lon, lat] }, properties })
}
