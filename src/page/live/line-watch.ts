import type { Feed, FeedState, FeedStatus } from '../../client/feed/feed.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter, type Unsubscribe } from '../../core/util/emitter.ts'

/** Shorter breaks are not shown. */
const HEALS_WITHIN_MS = 4_000
/** Batches arrive each second; after this time without one the feed is not live. */
const SILENT_AFTER_MS = 10_000
/** Without sockets, REST is polled every 25 s instead. */
const SILENT_AFTER_POLL_MS = 40_000

/** A connected feed without data is `silent`; otherwise the state of the feed, without short breaks. */
export type LineKind = FeedState | 'silent'

/** State of a live feed and of all data shown from it. */
export interface LineState {
  readonly kind: LineKind
  /** Whether the shown data are live: affects the drawing of marks, and "live" is shown only with it. */
  readonly isFresh: boolean
  /** Start of the state, Unix ms; without data, time of the last data. */
  readonly sinceMs: number
}

/**
 * The single source for whether a feed is live. It checks the feed when data arrive and once a second, never while a
 * frame is drawn: drawing can block the page for seconds, and pending data must be received first.
 */
export class LineWatch {
  readonly #feed: Pick<Feed<unknown>, 'status'>
  readonly #clock: Pick<Clock, 'now'>
  readonly #dataIsRare: boolean
  readonly #changes = new Emitter<void>()
  #latest: LineState
  #told: LineState
  /** Whether the screen was drawn as fresh; null if it shows no data of the feed. */
  #isPictureFresh: boolean | null = null

  /** `dataIsRare`: a live feed may be without data for long. */
  constructor(feed: Pick<Feed<unknown>, 'status'>, clock: Pick<Clock, 'now'>, { dataIsRare = false } = {}) {
    this.#feed = feed
    this.#clock = clock
    this.#dataIsRare = dataIsRare
    this.#told = { kind: 'connecting', isFresh: false, sinceMs: clock.now() }
    this.#latest = this.#told
    this.look()
  }

  /** The present state: the same object while unchanged. */
  readonly state = (): LineState => this.#told

  /** Called when the state or the drawing changes. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.#changes.subscribe(listener)

  /** Freshness for rendering, which changes before the labels. */
  isFresh(): boolean {
    return this.#latest.isFresh
  }

  /** A frame was drawn, as fresh or not; null if it shows no data of the feed. */
  drawn(isFresh: boolean | null): void {
    this.#isPictureFresh = isFresh
    this.#tell(this.#latest)
  }

  readonly look = (): void => {
    this.#tell(lineState(this.#latest, this.#feed.status(), this.#clock.now(), this.#dataIsRare))
  }

  /** Labels say live only after the frame is drawn as fresh: a frame may take seconds. */
  #tell(latest: LineState): void {
    const isBehind = latest.isFresh && !this.#told.isFresh && this.#isPictureFresh === false
    const told = isBehind ? this.#told : latest
    if (latest === this.#latest && told === this.#told) return
    this.#latest = latest
    this.#told = told
    this.#changes.emit()
  }
}

function lineState(before: LineState, status: FeedStatus, nowMs: number, dataIsRare: boolean): LineState {
  const { state, sinceMs, lastDataMs } = status
  const heardMs = dataIsRare ? sinceMs : lastDataMs
  const quietMs = heardMs === null ? Number.POSITIVE_INFINITY : nowMs - heardMs
  const said = (kind: LineKind, isFresh: boolean, fromMs: number): LineState =>
    kind === before.kind && isFresh === before.isFresh ? before : { kind, isFresh, sinceMs: fromMs }
  switch (state) {
    case 'closed':
      return said(state, false, sinceMs)
    case 'live':
      if (dataIsRare || quietMs <= SILENT_AFTER_MS) return said(state, true, sinceMs)
      return heardMs === null ? said('connecting', false, sinceMs) : said('silent', false, heardMs)
    case 'waiting-for-slot':
      return said(state, dataIsRare || quietMs <= SILENT_AFTER_POLL_MS, sinceMs)
  }
  if (before.isFresh && quietMs < HEALS_WITHIN_MS) return before
  // The server says since when its source is silent, and greets a page that is opened later with an empty batch.
  const lastMs = Math.min(sinceMs, heardMs ?? sinceMs)
  if (state !== 'connecting') return said(state, false, lastMs)
  // A reconnect attempt is not a new state.
  return before.kind === 'connecting' || before.kind === 'down' ? before : said('down', false, lastMs)
}
