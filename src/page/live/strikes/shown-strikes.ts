import { KEPT_MS } from '../../../core/strikes/strike-columns.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { Spans } from '../../../core/time/spans.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'
import { usePage } from '../../state/page-store.ts'
import type { ServerAccess } from '../server-access.ts'
import { startLate } from '../start-late.ts'
import type { HeldStrikes } from './held-strikes.ts'
import type { LiveStrikeStore } from './live-strike-store.ts'
import type { PastStrikes } from './past-strikes.ts'

type Server = Pick<ServerAccess, 'strikes' | 'clock' | 'past'> & {
  config: Pick<ServerAccess['config'], 'historyHours'>
}

const LOOK_EVERY_MS = 1_000
/** Strikes about to expire in the live columns are loaded from the history instead. */
const LEAVING_MS = 2 * MINUTE_MS
/** Playback loads this many seconds ahead, to avoid pauses. */
const AHEAD_S = 20
const AHEAD_MIN_MS = MINUTE_MS
const AHEAD_MAX_MS = 40 * MINUTE_MS

/** The strikes of the shown moment: from the live feed if it covers the moment, else from the past. */
export class ShownStrikes {
  readonly live: HeldStrikes
  readonly #server: Server
  readonly #columns: LiveStrikeStore['columns']
  readonly #changes = createOnDemand(() => this.#start())
  #past: PastStrikes | null = null
  #isPastLoading = false
  #usesPast = false
  /** The requested window of each reader, minutes. */
  readonly #reaches: number[] = []
  #version = 0

  constructor(server: Server, store: LiveStrikeStore) {
    this.#server = server
    this.#columns = store.columns
    this.live = liveStrikes(server, store)
  }

  current(): HeldStrikes {
    return this.#usesPast && this.#past ? this.#past : this.live
  }

  /** Increases with every change of the shown strikes or of their loaded share. */
  readonly version = (): number => this.#version

  readonly subscribe = this.#changes.subscribe

  /** Requests strikes from this many minutes before the shown moment on, until the returned function is called. */
  reachBack(minutes: number): () => void {
    this.#reaches.push(minutes)
    return () => void this.#reaches.splice(this.#reaches.indexOf(minutes), 1)
  }

  #start(): () => void {
    const stopPage = usePage.subscribe(({ shownAtMs, windowMinutes, playing }, before) => {
      if (shownAtMs !== before.shownAtMs || windowMinutes !== before.windowMinutes || playing !== before.playing)
        this.#follow()
    })
    const stopLooking = this.#server.clock.every(LOOK_EVERY_MS, () => this.#follow())
    this.#follow()
    return () => {
      stopPage()
      stopLooking()
    }
  }

  #follow(): void {
    const { shownAtMs, windowMinutes, playing, playSpeed } = usePage.getState()
    const { clock, strikes, config } = this.#server
    const nowMs = clock.now()
    if (shownAtMs === null || shownAtMs >= nowMs) {
      this.#use(false)
      if (shownAtMs !== null) usePage.getState().showAt(null)
      return
    }
    // Before the retained history nothing is requested; a user who opened such a link is informed.
    if (config.historyHours !== null && shownAtMs < nowMs - config.historyHours * HOUR_MS) {
      this.#use(false)
      return
    }
    const fromMs = shownAtMs - Math.max(windowMinutes, ...this.#reaches) * MINUTE_MS
    const { cutToMs } = this.#columns
    if (fromMs > nowMs - KEPT_MS + LEAVING_MS && fromMs > (cutToMs ?? 0)) {
      strikes.reachBack(nowMs - fromMs)
      this.#use(false)
    } else if (this.#past) {
      const aheadMs = playing ? Math.min(AHEAD_MAX_MS, Math.max(AHEAD_MIN_MS, AHEAD_S * 1_000 * playSpeed)) : 0
      this.#past.want({ fromMs, shownMs: shownAtMs, aheadMs })
      this.#use(true)
    } else this.#loadPast()
  }

  #loadPast(): void {
    if (this.#isPastLoading) return
    this.#isPastLoading = true
    const { past, clock } = this.#server
    startLate(
      clock,
      () => import('./past-strikes.ts'),
      ({ PastStrikes }) => {
        this.#past = new PastStrikes({ past, clock, changed: () => this.#tell() })
        this.#follow()
      },
    )
  }

  #use(past: boolean): void {
    if (past === this.#usesPast) return
    this.#usesPast = past
    this.#tell()
  }

  #tell(): void {
    this.#version++
    this.#changes.emit()
  }
}

function liveStrikes({ strikes, clock }: Server, store: LiveStrikeStore): HeldStrikes {
  const pending = (fromMs: number, toMs: number) => [...new Spans(strikes.pending()).within(fromMs, toMs)]
  return {
    columns: store.columns,
    pending,
    notObserved(fromMs, toMs) {
      const missing = new Spans(store.observed.missing(fromMs, toMs, store.heardMs(clock.now())))
      for (const span of pending(fromMs, toMs)) missing.remove(span.fromMs, span.toMs)
      return [...missing.list()]
    },
    readyToMs: () => Number.POSITIVE_INFINITY,
    get trouble() {
      return strikes.historyTrouble()
    },
  }
}
