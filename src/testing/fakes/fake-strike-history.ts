import type { HistoryPart, StrikeHistory } from '../../client/history/strike-history.ts'
import { ContractError } from '../../client/http/contract-api.ts'
import { strikeIdentity } from '../../contract/lightning.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import type { FakeStrikeServer } from './fake-strike-server.ts'

/** The history of a fake server: arrived strikes, each once, by time of the strike. */
export class FakeStrikeHistory implements StrikeHistory {
  readonly asked: Span[] = []
  readonly observed = new Spans([{ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }])
  /** HTTP status of a failure; null while healthy. */
  failsWith: number | null = null
  readonly #clock: Clock
  readonly #server: FakeStrikeServer

  constructor(clock: Clock, server: FakeStrikeServer) {
    this.#clock = clock
    this.#server = server
  }

  async read({ fromMs, toMs }: Span, signal: AbortSignal): Promise<HistoryPart> {
    this.asked.push({ fromMs, toMs })
    await delay(this.#clock, 100, signal)
    if (this.failsWith !== null) throw new ContractError('unavailable', 'no history', this.failsWith)
    const untilMs = Math.min(toMs, this.#clock.now())
    const timeMs = (time: number | bigint) => Number(time) / 1e6
    const stored = new Map(this.#server.arrived.map(({ record }) => [strikeIdentity(record), record]))
    const records = [...stored.values()]
      .filter(({ time }) => timeMs(time) >= fromMs && timeMs(time) < untilMs)
      .sort((a, b) => timeMs(a.time) - timeMs(b.time))
    return {
      async *pieces() {
        for (let i = 0; i < records.length; i += 3) yield records.slice(i, i + 3)
      },
      notObserved: this.observed.missing(fromMs, untilMs),
      toMs: untilMs,
    }
  }
}
