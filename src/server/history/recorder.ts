import type { Logger } from 'pino'
import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { workLabels } from '../event-loop/work-labels.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import type { FeedName, History, HistoryEntry } from './history.ts'

const TICK_MS = 1_000
const SECONDS_MS = 2_000
/** Clocks are set by less than this all the time. */
const STEP_MS = 2_000

/**
 * Writes down what a source says, and which times it observed, by its word alone. Attach it before the source is
 * started. The source does not wait for it, and nothing that goes wrong here reaches the source or whoever else listens.
 * The answer stops it, and resolves once everything is written that was heard.
 */
export function recordSource(deps: {
  source: Pick<Source, 'onStrikes' | 'onReports'>
  history: Pick<History, 'write'>
  clock: Clock
  log: Logger
}): () => Promise<void> {
  const { source, history, clock, log } = deps
  const observedMs = { lightning: Number.NEGATIVE_INFINITY, metar: Number.NEGATIVE_INFINITY }
  /** What was observed: single seconds are written with what comes next. */
  const waiting: HistoryEntry[] = []
  let written: Promise<unknown> = Promise.resolve()

  async function tryToWrite(entries: HistoryEntry[]): Promise<void> {
    try {
      await history.write(...entries)
    } catch (error) {
      log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'received data not recorded')
    }
  }

  function write(entries: HistoryEntry[]): void {
    written = Promise.all([written, tryToWrite([...waiting.splice(0), ...entries])])
  }

  function observed(feed: FeedName, fromMs: number, toMs: number): void {
    // The clock was put back: what it said before of the time that is still to come was never so.
    if (toMs < observedMs[feed] - STEP_MS) {
      waiting.push({ kind: 'lost', feed, fromMs: toMs, toMs: Number.POSITIVE_INFINITY })
    }
    observedMs[feed] = toMs
    waiting.push({ kind: 'observed', feed, fromMs, toMs })
    if (toMs - fromMs > SECONDS_MS) write([])
  }

  function take(feed: FeedName, event: StrikeEvent | ReportEvent): void {
    switch (event.kind) {
      case 'batch':
        write([{ kind: 'strikes', records: event.records }])
        break
      case 'reports':
        write([{ kind: 'reports', records: event.records }])
        break
      case 'observed':
        observed(feed, event.fromMs, event.toMs)
        break
      case 'missing':
        write([{ kind: 'lost', feed, fromMs: event.fromMs, toMs: event.toMs }])
        break
      case 'gap': {
        const fromMs = parseInstantMs(event.gap.from)
        const toMs = parseInstantMs(event.gap.to)
        if (fromMs !== null && toMs !== null) write([{ kind: 'lost', feed, fromMs, toMs }])
      }
    }
  }

  const stops = [
    source.onStrikes((event) => workLabels.run('history', () => take('lightning', event))),
    source.onReports((event) => workLabels.run('history', () => take('metar', event))),
    // What could not be written before is tried again, too.
    clock.every(TICK_MS, () => write([])),
  ]

  return async () => {
    for (const stop of stops) stop()
    write([])
    await written
  }
}
