import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Source } from '../sources/source.ts'
import type { FeedName } from './coverage.ts'
import type { History } from './history.ts'

const TICK_MS = 1_000
/** A lightning line this long without a batch is dead; what came after is not known to go on from what came before. */
const SILENT_MS = 10_000
/** Clocks are set by less than this all the time. */
const STEP_MS = 2_000

type Recorded = Pick<History, 'addStrikes' | 'addReports' | 'observed' | 'lost' | 'flush'>

/** Writes down what a source says, and which times it was heard. Attach it before the source is started. */
export function recordSource(deps: { source: Source; history: Recorded; clock: Clock }): () => void {
  const { source, history, clock } = deps
  const heard = { lightning: createHeard('lightning'), metar: createHeard('metar') }

  /** Follows one line: as long as it stands, the time since it was last heard was observed. */
  function createHeard(feed: FeedName) {
    let last: { wallMs: number; monotonicMs: number } | null = null
    return {
      now(): void {
        const wallMs = source.nowMs?.() ?? clock.now()
        const monotonicMs = clock.monotonicMs()
        if (last && wallMs < last.wallMs - STEP_MS) {
          // The clock was put back: what it said before of the time that is still to come was never so.
          history.lost(feed, wallMs, Number.POSITIVE_INFINITY)
        } else if (last && wallMs - last.wallMs <= SILENT_MS && monotonicMs - last.monotonicMs <= SILENT_MS) {
          history.observed(feed, last.wallMs, wallMs)
        }
        last = { wallMs, monotonicMs }
      },
      broken(): void {
        last = null
      },
    }
  }

  function period({ from, to }: { from: string; to: string }, take: (fromMs: number, toMs: number) => void): void {
    const fromMs = parseInstantMs(from)
    const toMs = parseInstantMs(to)
    if (fromMs !== null && toMs !== null) take(fromMs, toMs)
  }

  const stops = [
    source.onStrikes((event) => {
      switch (event.kind) {
        case 'batch':
          heard.lightning.now()
          history.addStrikes(event.records)
          break
        case 'observed':
          history.observed('lightning', event.fromMs, event.toMs)
          break
        case 'gap':
          period(event.gap, (fromMs, toMs) => history.lost('lightning', fromMs, toMs))
          break
        case 'link':
          if (event.status.state !== 'live') heard.lightning.broken()
      }
      history.flush()
    }),
    source.onReports((event) => {
      switch (event.kind) {
        case 'reports':
          history.addReports(event.records)
          break
        case 'observed':
          history.observed('metar', event.fromMs, event.toMs)
          break
        case 'gap':
          period(event.gap, (fromMs, toMs) => history.lost('metar', fromMs, toMs))
          break
        case 'link':
          if (event.status.state !== 'live') heard.metar.broken()
      }
      history.flush()
    }),
    clock.every(TICK_MS, () => {
      // Reports are rare: that their line stands is all that there is to hear.
      if (source.links().metar.state === 'live') heard.metar.now()
      else heard.metar.broken()
      history.flush()
    }),
  ]

  return () => {
    for (const stop of stops) stop()
  }
}
