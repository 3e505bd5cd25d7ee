import type { Storm } from '../../contract/nowcast.ts'
import { fixedX, fixedY } from '../geo/mercator-fixed.ts'
import type { Velocity } from '../nowcast/motion-field.ts'
import type { StrikeBins } from '../nowcast/strike-bins.ts'
import { type Observed, stormsIn } from './storm-cells.ts'
import { STORM_MINUTES, StormGrid } from './storm-grid.ts'
import { StormTracks } from './storm-tracks.ts'

/** Finds the storms among the strikes of the last fifteen minutes, and tracks them between updates. */
export class StormFinder {
  readonly #grid = new StormGrid()
  readonly #tracks = new StormTracks()

  /** The busiest first. `motionAt` is the motion of a region; `observed` the observed shares of the three periods of five minutes before. */
  find(
    bins: StrikeBins,
    nowMs: number,
    observed: Observed,
    motionAt: (lat: number, lon: number) => Velocity | null,
  ): Storm[] {
    const grid = this.#grid
    grid.clear()
    bins.visit(nowMs, STORM_MINUTES, (count, lat, lon, ageMin, _, known, positive) => {
      grid.add(fixedX(lon), fixedY(lat), { count, ageMin, known, positive })
    })
    return this.#tracks.follow(stormsIn(grid, observed, motionAt), nowMs, observed)
  }
}
