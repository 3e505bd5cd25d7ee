/** So long after the first of its tiles the ground is not drawn in parts. */
const TOGETHER_MS = 300

/**
 * Has the tiles of an opening page's ground drawn in one frame: they come within a moment of each other, and where the GPU
 * is slow a frame with some of them holds up the one with all.
 */
export class InitialTileBarrier {
  #sinceMs: number | null = null

  tileCame(nowMs: number): void {
    this.#sinceMs ??= nowMs
  }

  mustWait(nowMs: number, areAllThere: () => boolean): boolean {
    return this.#sinceMs !== null && nowMs - this.#sinceMs < TOGETHER_MS && !areAllThere()
  }
}
