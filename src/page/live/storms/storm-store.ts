import { createOnDemand } from '../../../core/util/on-demand.ts'
import { startLate } from '../start-late.ts'
import type { StormDeps, StormsNow } from './watch-storms.ts'

/** The storms of the shown moment, outside React. They are looked for while anybody listens, by code that comes late. */
export class StormStore {
  #now: StormsNow = { storms: [], badges: new Map(), atMs: 0, watched: 0, trends: false }
  readonly #deps: StormDeps
  readonly #changes = createOnDemand(() =>
    startLate(
      this.#deps.server.clock,
      () => import('./watch-storms.ts'),
      ({ watchStorms }) =>
        watchStorms(this.#deps, (now) => {
          this.#now = now
          this.#changes.emit()
        }),
    ),
  )

  constructor(deps: StormDeps) {
    this.#deps = deps
  }

  readonly now = (): StormsNow => this.#now

  /** Hears of each look: once a second, and soon after another moment is shown. */
  readonly subscribe = this.#changes.subscribe
}
