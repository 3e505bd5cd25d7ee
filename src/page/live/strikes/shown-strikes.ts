import { useSyncExternalStore } from 'react'
import { KEPT_MS } from '../../../core/strikes/strike-columns.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { Spans } from '../../../core/time/spans.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { usePage } from '../../state/page-store.ts'
import { type ServerConnection, useServerConnection } from '../server-connection.ts'
import type { HeldStrikes } from './held-strikes.ts'
import { liveStrikesOf } from './live-strike-store.ts'
import type { PastStrikes } from './past-strikes.ts'

type Parts = Pick<ServerConnection, 'strikes' | 'clock' | 'past'> & {
  config: Pick<ServerConnection['config'], 'historyHours'>
}

const LOOK_EVERY_MS = 1_000
/** What storms are found in, however short the window. */
const STORM_MINUTES = 15
/** What the live line's columns are about to let go is asked of history instead. */
const LEAVING_MS = 2 * MINUTE_MS
/** Playing is to meet with no wait: so many seconds of it are loaded ahead. */
const AHEAD_S = 20
const AHEAD_MIN_MS = MINUTE_MS
const AHEAD_MAX_MS = 40 * MINUTE_MS

/** The strikes of the shown moment: those of the live line, or of the past where it has none of them. */
export class ShownStrikes {
  readonly live: HeldStrikes
  readonly #contract: Parts
  readonly #changes = new Emitter<void>()
  #past: PastStrikes | null = null
  #loadingPast = false
  #usesPast = false
  #version = 0
  #stop: (() => void) | null = null

  constructor(connection: Parts) {
    this.#contract = connection
    this.live = liveStrikes(connection)
  }

  current(): HeldStrikes {
    return this.#usesPast && this.#past ? this.#past : this.live
  }

  /** Grows with every change of what is shown or of how much of it is here. */
  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    const stop = this.#changes.subscribe(listener)
    if (!this.#stop) {
      const stopShell = usePage.subscribe(({ shownAtMs, windowMinutes, playing }, before) => {
        if (shownAtMs !== before.shownAtMs || windowMinutes !== before.windowMinutes || playing !== before.playing)
          this.#follow()
      })
      const stopLooking = this.#contract.clock.every(LOOK_EVERY_MS, () => this.#follow())
      this.#stop = () => {
        stopShell()
        stopLooking()
      }
      this.#follow()
    }
    return () => {
      stop()
      if (this.#changes.size > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  #follow(): void {
    const { shownAtMs, windowMinutes, playing, playSpeed } = usePage.getState()
    const { clock, strikes, config } = this.#contract
    const nowMs = clock.now()
    if (shownAtMs === null || shownAtMs >= nowMs) {
      this.#use(false)
      if (shownAtMs !== null) usePage.getState().showAt(null)
      return
    }
    // Nothing is kept of then, so nothing is asked; who came by a link to it is told so.
    if (config.historyHours !== null && shownAtMs < nowMs - config.historyHours * HOUR_MS) {
      this.#use(false)
      return
    }
    const fromMs = shownAtMs - Math.max(windowMinutes, STORM_MINUTES) * MINUTE_MS
    const { cutToMs } = liveStrikesOf(this.#contract).columns
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
    if (this.#loadingPast) return
    this.#loadingPast = true
    const { past, clock } = this.#contract
    void import('./past-strikes.ts').then(
      ({ PastStrikes }) => {
        this.#past = new PastStrikes({ past, clock, changed: () => this.#tell() })
        this.#follow()
      },
      () => {
        this.#loadingPast = false // tried again with the next look
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

function liveStrikes(connection: Parts): HeldStrikes {
  const memory = liveStrikesOf(connection)
  const pending = (fromMs: number, toMs: number) => [...new Spans(connection.strikes.pending()).within(fromMs, toMs)]
  return {
    columns: memory.columns,
    pending,
    notObserved(fromMs, toMs) {
      const missing = new Spans(memory.observed.missing(fromMs, toMs, memory.heardMs(connection.clock.now())))
      for (const span of pending(fromMs, toMs)) missing.remove(span.fromMs, span.toMs)
      return [...missing.list()]
    },
    readyToMs: () => Number.POSITIVE_INFINITY,
    trouble: null,
  }
}

const known = new WeakMap<object, ShownStrikes>()

/** The strikes of the shown moment, one for each contract. */
export function shownStrikesOf(connection: ServerConnection): ShownStrikes {
  let shown = known.get(connection)
  if (!shown) {
    shown = new ShownStrikes(connection)
    known.set(connection, shown)
  }
  return shown
}

/** The same, and the component renders again when what is shown, or how much of it is here, changes. */
export function useShownStrikes(): HeldStrikes {
  const shown = shownStrikesOf(useServerConnection())
  useSyncExternalStore(shown.subscribe, shown.version)
  return shown.current()
}
