import type { Logger } from 'pino'
import { parseInstantMs } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { ReportEvent, Source, StrikeEvent } from '../sources/source.ts'
import type { FeedName, History, HistoryEntry } from './history.ts'

const TICK_MS = 1_000
/** A lightning line this long without a batch is dead; what came after is not known to go on from what came before. */
const SILENT_MS = 10_000
/** Clocks are set by less than this all the time. */
const STEP_MS = 2_000

/**
 * Writes down what a source says, and which times it was heard. Attach it before the source is started. The source does
 * not wait for it, and nothing that goes wrong here reaches the source or whoever else listens. The answer stops it, and
 * resolves once everything is written that was heard.
 */
export function recordSource(deps: {
  source: Source
  history: Pick<History, 'write'>
  clock: Clock
  log: Logger
}): () => Promise<void> {
  const { source, history, clock, log } = deps
  const nowMs = () => source.nowMs?.() ?? clock.now()
  const heard = {
    lightning: createHeard('lightning', { nowMs, clock }),
    metar: createHeard('metar', { nowMs, clock }),
  }
  let written: Promise<unknown> = Promise.resolve()

  async function tryToWrite(entries: HistoryEntry[]): Promise<void> {
    try {
      await history.write(...entries)
    } catch (error) {
      log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'what came could not be recorded')
    }
  }

  function write(entries: HistoryEntry[]): void {
    written = Promise.all([written, tryToWrite(entries)])
  }

  function take(feed: FeedName, event: StrikeEvent | ReportEvent): HistoryEntry[] {
    switch (event.kind) {
      case 'batch':
        return [...heard.lightning.now(), { kind: 'strikes', records: event.records }]
      case 'reports':
        return [{ kind: 'reports', records: event.records }]
      case 'observed':
        return [{ kind: 'observed', feed, fromMs: event.fromMs, toMs: event.toMs }]
      case 'gap': {
        const fromMs = parseInstantMs(event.gap.from)
        const toMs = parseInstantMs(event.gap.to)
        return fromMs === null || toMs === null ? [] : [{ kind: 'lost', feed, fromMs, toMs }]
      }
      case 'link':
        if (event.status.state !== 'live') heard[feed].broken()
        return []
    }
  }

  const stops = [
    source.onStrikes((event) => write(take('lightning', event))),
    source.onReports((event) => write(take('metar', event))),
    clock.every(TICK_MS, () => {
      // Reports are rare: that their line stands is all that there is to hear.
      if (source.links().metar.state === 'live') return write(heard.metar.now())
      heard.metar.broken()
      write([]) // what could not be written before is tried again
    }),
  ]

  return async () => {
    for (const stop of stops) stop()
    await written
  }
}

/** Follows one line: as long as it stands, the time since it was last heard was observed. */
function createHeard(feed: FeedName, { nowMs, clock }: { nowMs(): number; clock: Clock }) {
  let last: { wallMs: number; monotonicMs: number } | null = null

  return {
    now(): HistoryEntry[] {
      const before = last
      const wallMs = nowMs()
      const monotonicMs = clock.monotonicMs()
      last = { wallMs, monotonicMs }
      if (!before) return []
      if (wallMs < before.wallMs - STEP_MS) {
        // The clock was put back: what it said before of the time that is still to come was never so.
        return [{ kind: 'lost', feed, fromMs: wallMs, toMs: Number.POSITIVE_INFINITY }]
      }
      if (wallMs - before.wallMs > SILENT_MS || monotonicMs - before.monotonicMs > SILENT_MS) return []
      return [{ kind: 'observed', feed, fromMs: before.wallMs, toMs: wallMs }]
    },
    broken(): void {
      last = null
    },
  }
}
