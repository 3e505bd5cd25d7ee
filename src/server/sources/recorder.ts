import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { spanOf } from '../../core/time/gaps.ts'
import { messageOf } from '../../core/util/message-of.ts'
import { workLabels } from '../event-loop/work-labels.ts'
import type { FeedName, History, HistoryEntry } from '../history/history.ts'
import type { ReportEvent, Source, StrikeEvent } from './source.ts'
import { sourceClock } from './source-clock.ts'

const TICK_MS = 1_000
const SECONDS_MS = 2_000
/** NTP corrects clocks by less than this. */
const STEP_MS = 2_000

/**
 * Stores the records and the coverage that a source reports. Attach it before the source starts. The source does not
 * wait for it, and errors reach neither the source nor its other listeners. The returned function stops recording and
 * resolves once all received records are stored.
 */
export function recordSource(deps: {
  source: Pick<Source, 'onStrikes' | 'onReports' | 'nowMs'>
  history: Pick<History, 'write'>
  clock: Clock
  log: Logger
}): () => Promise<void> {
  const { source, history, clock, log } = deps
  const observedMs = { lightning: Number.NEGATIVE_INFINITY, metar: Number.NEGATIVE_INFINITY }
  /** Coverage is stored together with the next records, not second by second. */
  const waiting: HistoryEntry[] = []
  let written: Promise<unknown> = Promise.resolve()

  async function tryToWrite(entries: HistoryEntry[]): Promise<void> {
    try {
      await history.write(...entries)
    } catch (error) {
      log.error({ error: messageOf(error) }, 'received data not recorded')
    }
  }

  function write(entries: HistoryEntry[]): void {
    written = Promise.all([written, tryToWrite([...waiting.splice(0), ...entries])])
  }

  function observed(feed: FeedName, fromMs: number, toMs: number): void {
    // The clock was set back: coverage recorded for times that are still in the future is invalid.
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
        write([{ kind: 'strikes', records: event.records, atMs: sourceClock(source, clock).now() }])
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
        const lost = spanOf(event.gap)
        if (lost) write([{ kind: 'lost', feed, ...lost }])
      }
    }
  }

  const stops = [
    source.onStrikes((event) => workLabels.run('history', () => take('lightning', event))),
    source.onReports((event) => workLabels.run('history', () => take('metar', event))),
    // Retries buffered writes.
    clock.every(TICK_MS, () => write([])),
  ]

  return async () => {
    for (const stop of stops) stop()
    write([])
    await written
  }
}
