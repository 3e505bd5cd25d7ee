import type { DatabaseSync } from 'node:sqlite'
import type { Gap } from '../../../contract/brontide.ts'
import { formatUtc } from '../../../contract/time.ts'
import { isGap } from '../../../core/time/gaps.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'
import type { FeedName } from '../history.ts'

const FEEDS: FeedName[] = ['lightning', 'metar']

export type Coverage = ReturnType<typeof createCoverage>

/** Observed periods by feed, cached here and saved with the records. */
export function createCoverage(db: DatabaseSync) {
  const removeAll = db.prepare('DELETE FROM observed WHERE feed = ?')
  const insert = db.prepare('INSERT INTO observed (feed, from_ms, to_ms) VALUES (?, ?, ?)')
  const select = db.prepare('SELECT from_ms AS fromMs, to_ms AS toMs FROM observed WHERE feed = ? ORDER BY from_ms')
  const changed = new Set<FeedName>()
  const spans = Object.fromEntries(
    FEEDS.map((feed) => [feed, new Spans(select.all(feed) as unknown as Span[])]),
  ) as Record<FeedName, Spans>

  return {
    add(feed: FeedName, fromMs: number, toMs: number): void {
      spans[feed].add(fromMs, toMs)
      changed.add(feed)
    },
    remove(feed: FeedName, fromMs: number, toMs: number): void {
      spans[feed].remove(fromMs, toMs)
      changed.add(feed)
    },
    of: (feed: FeedName): Spans => spans[feed],
    /** The periods between observed ones. */
    gaps(): Gap[] {
      return FEEDS.flatMap((feed) => {
        const [first] = spans[feed].list()
        const holes = first ? spans[feed].missing(first.fromMs, spans[feed].last!.toMs) : []
        return holes.filter(isGap).map((hole) => ({ feed, ...hole }))
      })
        .sort((a, b) => a.toMs - b.toMs)
        .map(({ feed, fromMs, toMs }) => ({ feed, from: formatUtc(fromMs), to: formatUtc(toMs) }))
    },
    get isChanged(): boolean {
      return changed.size > 0
    },
    /** Within a transaction; call `saved` after the commit. */
    save(): void {
      for (const feed of changed) {
        removeAll.run(feed)
        for (const { fromMs, toMs } of spans[feed].list()) insert.run(feed, fromMs, toMs)
      }
    },
    saved: () => changed.clear(),
    /** Deletes coverage before `ms`. */
    forgetBefore(ms: number): void {
      for (const feed of FEEDS) {
        const [first] = spans[feed].list()
        if (!first || first.fromMs >= ms) continue
        spans[feed].remove(Number.NEGATIVE_INFINITY, ms)
        changed.add(feed)
      }
    },
  }
}
