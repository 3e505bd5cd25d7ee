import type { FixedBox } from '../geo/fixed-box.ts'

/**
 * Caches how many strikes of each block were in a box. While view and options are unchanged, the count of each second
 * reads only changed blocks and those at the edge of the time window.
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

  /** Sets the selection: records in `box` with none of the bits of `out`. Counts of another selection are dropped. */
  of(box: FixedBox, out: number): void {
    const { west, width, north, south } = this.#box
    const isSame =
      out === this.#out && box.west === west && box.width === width && box.north === north && box.south === south
    if (isSame) return
    this.#box = box
    this.#out = out
    this.#versions.fill(0)
  }

  /** Cached count of an unchanged block; -1 if unknown. */
  known(block: number, version: number): number {
    return this.#versions[block] === version ? this.#counts[block]! : -1
  }

  keep(block: number, version: number, count: number): void {
    this.#versions[block] = version
    this.#counts[block] = count
  }
}
