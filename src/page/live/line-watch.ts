import type { Feed, FeedState, FeedStatus } from '../../client/feed/feed.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter, type Unsubscribe } from '../../core/util/emitter.ts'

/** A line that is away for no longer heals before anybody reads about it. */
const HEALS_WITHIN_MS = 4_000
/** A batch comes each second; so long without one and the line is not to be trusted. */
const SILENT_AFTER_MS = 10_000
/** While sockets are taken, REST is asked every 25 s instead. */
const SILENT_AFTER_POLL_MS = 40_000

/** A line that stands and brings nothing is `silent`; else as the feed itself says it, but for short breaks. */
export type LineKind = FeedState | 'silent'

/** What is to be said of a live line, and of everything that is shown of it. */
export interface LineState {
  readonly kind: LineKind
  /** Whether what is shown is of now: marks are drawn by it, and nothing is called live without it. */
  readonly isFresh: boolean
  /** Since when it is so, Unix ms; where nothing comes any more, since when nothing came. */
  readonly sinceMs: number
}

/**
 * The one place that says whether a line is live. It looks at the feed when something comes and once a second, and never
 * when a frame is drawn: where drawing holds the page up for seconds, what came meanwhile is heard before it is judged.
 */
export class LineWatch {
  readonly #feed: Pick<Feed<unknown>, 'status'>
  readonly #clock: Pick<Clock, 'now'>
  readonly #dataIsRare: boolean
  readonly #changes = new Emitter<void>()
  #latest: LineState
  #told: LineState
  /** Whether what is on the screen was drawn as fresh; null where nothing of this line is. */
  #isPictureFresh: boolean | null = null

  /** `dataIsRare`: nothing may come for long, and the line lives. */
  constructor(feed: Pick<Feed<unknown>, 'status'>, clock: Pick<Clock, 'now'>, { dataIsRare = false } = {}) {
    this.#feed = feed
    this.#clock = clock
    this.#dataIsRare = dataIsRare
    this.#told = { kind: 'connecting', isFresh: false, sinceMs: clock.now() }
    this.#latest = this.#told
    this.look()
  }

  /** What is to be said: the same object until that is something else. */
  readonly state = (): LineState => this.#told

  /** Hears when something else is to be said or drawn. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.#changes.subscribe(listener)

  /** How a picture is to be drawn now: it leads, and words follow. */
  isFresh(): boolean {
    return this.#latest.isFresh
  }

  /** A picture was drawn, as fresh or not; null where none of this line is seen any more. */
  drawn(isFresh: boolean | null): void {
    this.#isPictureFresh = isFresh
    this.#tell(this.#latest)
  }

  readonly look = (): void => {
    this.#tell(lineState(this.#latest, this.#feed.status(), this.#clock.now(), this.#dataIsRare))
  }

  /** While what is on the screen still looks stale nothing is called live: a frame may take seconds. */
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
  if (state !== 'connecting') return said(state, false, heardMs ?? sinceMs)
  // An attempt to get it back is no news to who knows that it is away.
  return before.kind === 'connecting' || before.kind === 'down' ? before : said('down', false, heardMs ?? sinceMs)
}
