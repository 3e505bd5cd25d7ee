import type { Past } from '../../../client/history/past.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { type Span, Spans } from '../../../core/time/spans.ts'
import { PieceLoader } from '../piece-loader.ts'
import type { HeldStrikes } from './held-strikes.ts'

/** Request size, aligned to ten minutes, so that the browser can cache complete ones. */
const SLICE_MS = 10 * MINUTE_MS
/** Retention: the longest window plus data to play ahead. */
const KEPT_MS = 180 * MINUTE_MS

/** The wanted part of the past: the window of the shown moment, and the data to play next. */
export interface PastWish {
  fromMs: number
  shownMs: number
  aheadMs: number
}

/** Strikes from before the live feed, by the server's history: a window that follows the shown moment. */
export class PastStrikes implements HeldStrikes {
  #columns = new StrikeColumns({ keptMs: KEPT_MS })
  #loaded = new Spans()
  #observed = new Spans()
  #topMs = Number.NEGATIVE_INFINITY
  #wish: PastWish | null = null
  #trouble: string | null = null
  readonly #deps: { past: Pick<Past, 'strikes'>; clock: Clock; changed(): void }
  readonly #loader: PieceLoader<number>

  constructor(deps: { past: Pick<Past, 'strikes'>; clock: Clock; changed(): void }) {
    this.#deps = deps
    this.#loader = new PieceLoader({
      clock: deps.clock,
      next: () => this.#next(),
      load: (sliceMs, signal) => this.#load(sliceMs, signal),
      failed: (error) => {
        this.#trouble = error.message
        deps.changed()
      },
    })
  }

  get columns(): StrikeColumns {
    return this.#columns
  }
  get trouble(): string | null {
    return this.#trouble
  }

  /** Replaces the wanted part. Cheap to call. */
  want(wish: PastWish): void {
    this.#wish = wish
    this.#makeRoom(wish)
    this.#loader.run()
  }

  pending(fromMs: number, toMs: number): Span[] {
    return this.#loaded.missing(fromMs, Math.min(toMs, this.#deps.clock.now()))
  }

  notObserved(fromMs: number, toMs: number): Span[] {
    return this.#loaded.within(fromMs, toMs).flatMap((span) => this.#observed.missing(span.fromMs, span.toMs))
  }

  readyToMs(fromMs: number): number {
    return this.#loaded.list().find((span) => span.fromMs <= fromMs && span.toMs > fromMs)?.toMs ?? fromMs
  }

  close(): void {
    this.#loader.close()
  }

  /** Keeps held strikes if they adjoin the wanted part; else restarts. */
  #makeRoom({ fromMs, shownMs }: PastWish): void {
    if (this.#topMs - fromMs <= KEPT_MS && shownMs - this.#topMs < KEPT_MS) return
    this.#columns = new StrikeColumns({ keptMs: KEPT_MS })
    this.#loaded = new Spans()
    this.#observed = new Spans()
    this.#topMs = Number.NEGATIVE_INFINITY
    this.#deps.changed()
  }

  /** Start of the most urgent slice: the newest missing one of the window, then those to be shown next. */
  #next(): number | null {
    if (!this.#wish) return null
    const { fromMs, shownMs, aheadMs } = this.#wish
    const behind = this.pending(fromMs, shownMs + 1).at(-1)
    if (behind) return Math.floor((behind.toMs - 1) / SLICE_MS) * SLICE_MS
    const ahead = this.pending(shownMs, shownMs + aheadMs)[0]
    return ahead ? Math.floor(ahead.fromMs / SLICE_MS) * SLICE_MS : null
  }

  async #load(sliceMs: number, signal: AbortSignal): Promise<void> {
    const { past, clock } = this.#deps
    const columns = this.#columns
    const missing = { fromMs: sliceMs, toMs: Math.min(sliceMs + SLICE_MS, Math.ceil(clock.now())) }
    const part = await past.strikes.read(missing, signal)
    const topMs = Math.max(this.#topMs, missing.toMs)
    for await (const records of part.pieces()) {
      if (columns !== this.#columns) return // restarted meanwhile
      columns.push(records, topMs, false)
      await delay(clock, 0, signal) // yields to rendering between two pieces
    }
    if (columns !== this.#columns) return
    this.#topMs = topMs
    this.#loaded.add(missing.fromMs, missing.toMs)
    this.#loaded.remove(Number.NEGATIVE_INFINITY, topMs - KEPT_MS)
    const observed = new Spans([{ fromMs: missing.fromMs, toMs: Math.min(missing.toMs, part.toMs) }])
    for (const hole of part.notObserved) observed.remove(hole.fromMs, hole.toMs)
    for (const span of observed.list()) this.#observed.add(span.fromMs, span.toMs)
    this.#trouble = null
    this.#deps.changed()
  }
}
