import { BINS_KEPT_MIN } from '../../core/nowcast/strike-bins.ts'
import { recordsOf } from '../../core/strikes/strike-block.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { spanOf } from '../../core/time/gaps.ts'
import { Spans, totalMs } from '../../core/time/spans.ts'
import type { History } from '../history/history.ts'
import type { Source } from '../sources/source.ts'

const KEPT_MS = BINS_KEPT_MIN * MINUTE_MS
/** Taken in within some milliseconds. */
const RECALLED_AT_ONCE = 1_000

/** The strikes of the last forty minutes, grouped to strokes as on the page, and the observed periods. */
export class RecentStrikes {
  readonly columns = new StrikeColumns({ keptMs: KEPT_MS })
  readonly #observed = new Spans()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Adds the strikes of a source from now on; the returned function ends it. */
  follow(source: Pick<Source, 'onStrikes'>): () => void {
    return source.onStrikes((event) => {
      if (event.kind === 'batch') this.columns.push(event.records, this.#nowMs(), true)
      else if (event.kind === 'observed') this.#observed.add(event.fromMs, event.toMs)
      else if (event.kind === 'missing') this.#observed.remove(event.fromMs, event.toMs)
      else if (event.kind === 'gap') {
        const lost = spanOf(event.gap)
        if (lost) this.#observed.remove(lost.fromMs, lost.toMs)
      }
    })
  }

  /** Loads stored strikes from before a restart in pieces, and yields in between. */
  async recall(history: Pick<History, 'strikes' | 'missing'>, rest: () => Promise<void>): Promise<void> {
    const toMs = this.#nowMs()
    const fromMs = toMs - KEPT_MS
    for (const { fromMs: from, toMs: to } of new Spans(await history.missing('lightning', fromMs, toMs)).missing(
      fromMs,
      toMs,
    )) {
      this.#observed.add(from, to)
    }
    for (const minute of await history.strikes.minutes(fromMs, toMs)) {
      const block = await history.strikes.block(minute)
      if (!block) continue
      for (let from = 0; from < block.offsetsNs.length; from += RECALLED_AT_ONCE) {
        const to = Math.min(from + RECALLED_AT_ONCE, block.offsetsNs.length)
        this.columns.push(recordsOf(block, { exact: false, from, to }), this.#nowMs(), false)
        await rest()
      }
    }
  }

  /** The observed share of a period, 0 to 1. */
  watched(fromMs: number, toMs: number): number {
    this.#observed.remove(Number.NEGATIVE_INFINITY, this.#nowMs() - 2 * KEPT_MS)
    const observedMs = totalMs(this.#observed.within(fromMs, toMs))
    return observedMs / (toMs - fromMs)
  }
}
