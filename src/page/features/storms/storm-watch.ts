import { useSyncExternalStore } from 'react'
import { createStormFinder, isTrendWatched, STORM_PERIOD_MS, type StormCell } from '../../../core/storms/storm-cells.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { type ServerConnection, useServerConnection } from '../../live/server-connection.ts'
import { shownStrikesOf } from '../../live/strikes/shown-strikes.ts'
import { usePage } from '../../state/page-store.ts'

const LOOK_EVERY_MS = 1_000
/** While another moment is sought, storms follow so often. */
const FOLLOW_EVERY_MS = 300
const PERIODS = 3

export interface StormsNow {
  storms: readonly StormCell[]
  /** The moment they are of, Unix ms. */
  atMs: number
  /** How much of the fifteen minutes before it was watched, 0 to 1. */
  watched: number
  /** Whether that is enough for trends. */
  trends: boolean
}

/** The storms of the shown moment, looked for once a second while anybody wants to know. */
class StormWatch {
  #now: StormsNow = { storms: [], atMs: 0, watched: 0, trends: false }
  readonly #contract: ServerConnection
  readonly #find = createStormFinder()
  readonly #changes = new Emitter<void>()
  #stop: (() => void) | null = null

  constructor(connection: ServerConnection) {
    this.#contract = connection
  }

  readonly now = (): StormsNow => this.#now

  /** The same function each time, so that a render by itself subscribes to nothing anew. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const stop = this.#changes.subscribe(listener)
    this.#stop ??= this.#start()
    return () => {
      stop()
      if (this.#changes.size > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  #start(): () => void {
    const { clock } = this.#contract
    let cancel: (() => void) | null = null
    const look = () => {
      cancel = null
      if (!document.hidden) this.#look()
    }
    const stops = [
      shownStrikesOf(this.#contract).subscribe(() => {
        cancel ??= clock.after(FOLLOW_EVERY_MS, look)
      }),
      usePage.subscribe(({ shownAtMs }, before) => {
        if (shownAtMs !== before.shownAtMs) cancel ??= clock.after(FOLLOW_EVERY_MS, look)
      }),
      clock.every(LOOK_EVERY_MS, look),
      () => cancel?.(),
    ]
    this.#look()
    return () => {
      for (const stop of stops) stop()
    }
  }

  #look(): void {
    const { clock, strikes } = this.#contract
    const { shownAtMs } = usePage.getState()
    const nowMs = shownAtMs ?? clock.now()
    if (shownAtMs === null) strikes.reachBack(PERIODS * STORM_PERIOD_MS)
    const held = shownStrikesOf(this.#contract).current()
    const watchedIn = (period: number) => {
      const toMs = nowMs - period * STORM_PERIOD_MS
      const fromMs = toMs - STORM_PERIOD_MS
      const missing = [...held.pending(fromMs, toMs), ...held.notObserved(fromMs, toMs)]
      return 1 - missing.reduce((sum, span) => sum + span.toMs - span.fromMs, 0) / STORM_PERIOD_MS
    }
    const watched = [watchedIn(0), watchedIn(1), watchedIn(2)] as const
    const storms = this.#find({ columns: held.columns, nowMs, watched })
    this.#now = {
      storms,
      atMs: nowMs,
      watched: (watched[0] + watched[1] + watched[2]) / PERIODS,
      trends: isTrendWatched(watched),
    }
    this.#changes.emit()
  }
}

const watches = new WeakMap<ServerConnection, StormWatch>()

/** The storms of the shown moment; the component renders again with each look. */
export function useStorms(): StormsNow {
  const connection = useServerConnection()
  let watch = watches.get(connection)
  if (!watch) {
    watch = new StormWatch(connection)
    watches.set(connection, watch)
  }
  return useSyncExternalStore(watch.subscribe, watch.now)
}
