import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'
import { startLate } from '../start-late.ts'
import type { NowcastDeps } from './follow-nowcast.ts'

/** The nowcast outside React, for the present or the shown moment. Followed while it has listeners. */
export class NowcastStore {
  #now: NowcastView | null = null
  readonly #deps: NowcastDeps
  readonly #of: 'present' | 'past'
  readonly #changes = createOnDemand(() =>
    startLate(
      this.#deps.server.clock,
      () => import('./follow-nowcast.ts'),
      ({ follow }) =>
        follow[this.#of](this.#deps, (now) => {
          this.#now = now
          this.#changes.emit()
        }),
    ),
  )

  constructor(deps: NowcastDeps, of: 'present' | 'past') {
    this.#deps = deps
    this.#of = of
  }

  /** Null before the first; the same object until the next. */
  readonly now = (): NowcastView | null => this.#now

  readonly subscribe = this.#changes.subscribe
}
