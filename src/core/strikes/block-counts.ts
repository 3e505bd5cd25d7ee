import type { FixedBox } from '../geo/fixed-box.ts'

/**
 * How many of each block of a ring were counted in a box the last time: while view and choice stay, a count once a second
 * looks again only at blocks that have changed, and at those on the edge of the window.
 */
export class BlockCounts {
  readonly #counts: Int32Array
  readonly #versions: Float64Array
  #box: FixedBox = { west: 0, width: 0, north: 0, south: 0 }
  #out = -1

  constructor(blocks: number) {
    this.#counts = new Int32Array(blocks)
    this.#versions = new Float64Array(blocks)
  }

  /** Says what is to be counted: records in `box` with none of the bits of `out`. Anything else is forgotten. */
  of(box: FixedBox, out: number): void {
    const { west, width, north, south } = this.#box
    const isSame =
      out === this.#out && box.west === west && box.width === width && box.north === north && box.south === south
    if (isSame) return
    this.#box = box
    this.#out = out
    this.#versions.fill(0)
  }

  /** What was counted in a block that has not changed since; -1 where that is not known. */
  known(block: number, version: number): number {
    return this.#versions[block] === version ? this.#counts[block]! : -1
  }

  keep(block: number, version: number, count: number): void {
    this.#versions[block] = version
    this.#counts[block] = count
  }
}
