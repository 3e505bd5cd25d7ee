import type { Watch } from '../../../core/airports/hold-time.ts'
import type { HoldTimer } from '../../../core/airports/lightning-hold-timer.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import { startLate } from '../start-late.ts'
import type { HoldTimerDeps, HoldTimerKeeper } from './hold-timer-keeper.ts'

const NONE: readonly string[] = []

/** The lightning hold timers of all airports, outside React. Empty until their code is loaded. */
export class HoldTimerStore {
  #keeper: HoldTimerKeeper | null = null
  #version = 0
  readonly #ticks = new Emitter<void>()

  /** Keeps timers from now on, with or without readers. */
  start(deps: HoldTimerDeps): Unsubscribe {
    return startLate(
      deps.server.clock,
      () => import('./hold-timer-keeper.ts'),
      ({ HoldTimerKeeper }) => {
        this.#keeper = new HoldTimerKeeper(deps, () => {
          this.#version++
          this.#ticks.emit()
        })
        return this.#keeper.start()
      },
    )
  }

  /** Called at each new reading: once a second, and when rings, airports or the hold time change. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.#ticks.subscribe(listener)

  /** Grows with each new reading. */
  readonly version = (): number => this.#version

  /** The whole second of the present reading, Unix ms. */
  nowMs(): number {
    return this.#keeper?.nowMs() ?? 0
  }

  /**
   * The current reading of an airport, the same object until the next reading; null if the airport is not listed, or
   * not evaluated yet.
   */
  read(icao: string): HoldTimer | null {
    return this.#keeper?.read(icao) ?? null
  }

  /** The latest record within a distance of a place that its levels use; null if unknown or not loaded. */
  latestRecord(id: string, km: number): { atMs: number; km: number } | null {
    return this.#keeper?.latestRecord(id, km) ?? null
  }

  /** Coverage of the longest hold time, up to the present second; null before the first timers. */
  watched(): Watch | null {
    return this.#keeper?.watched() ?? null
  }

  /** Ids of places with strikes in their rings within the longest hold time; the same array until the next reading. */
  struck(): readonly string[] {
    return this.#keeper?.struck() ?? NONE
  }

  /** The state of all other places with a hold time, in minutes; null before the first timers. */
  readAtRest(holdMinutes: number): HoldTimer | null {
    return this.#keeper?.readAtRest(holdMinutes) ?? null
  }
}
