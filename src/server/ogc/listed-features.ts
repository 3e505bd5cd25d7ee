import type { Box } from '../../core/geo/geo.ts'
import type { Features, PageEnd } from './feature-page.ts'

/** Bound of a page's bytes: outlines may have thousands of points. */
const PAGE_MAX_BYTES = 4 * 1024 * 1024
/** Serialized in a few milliseconds. */
const AT_ONCE = 100

/** Pages of an in-memory list, starting at the item `next`. */
export async function* listedFeatures<Item>(
  items: readonly Item[],
  write: (item: Item) => string,
  page: { next: string | undefined; limit: number },
  end: Omit<PageEnd, 'next' | 'matched'>,
): Features {
  const from = Number(page.next ?? 0)
  const to = Math.min(items.length, from + page.limit)
  let at = from
  for (let bytes = 0; at < to && bytes < PAGE_MAX_BYTES; ) {
    const texts: string[] = []
    for (; at < to && texts.length < AT_ONCE && bytes < PAGE_MAX_BYTES; at++) {
      const text = write(items[at]!)
      texts.push(text)
      bytes += text.length
    }
    yield texts
  }
  return { next: at < items.length ? String(at) : null, matched: items.length, ...end }
}

/** True if two boxes intersect; `west` may exceed `east` in either. */
export function overlap(a: Box, b: Box): boolean {
  if (a.south > b.north || b.south > a.north) return false
  return spans(a).some(([from, to]) => spans(b).some(([start, end]) => from <= end && start <= to))
}

function spans({ west, east }: Box): [number, number][] {
  if (west <= east) return [[west, east]]
  return [
    [west, 180],
    [-180, east],
  ]
}
