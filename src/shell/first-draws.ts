/** So long of a frame goes to layers that were never drawn before. */
const BUDGET_MS = 50

/**
 * Spreads over frames what is drawn for the first time: a layer's first frame makes its program ready, for which the page
 * waits, and a whole map's together would hold it up for half a second on a slow machine.
 */
export class FirstDraws {
  readonly #now: () => number
  readonly #known = new Set<string>()
  #spentMs = 0
  #isWhole = true

  constructor(now: () => number) {
    this.#now = now
  }

  /** False while something was left to the next frame. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  begin(): void {
    this.#spentMs = 0
    this.#isWhole = true
  }

  /** Draws, unless it would be the first time and others have had their first time in this frame. */
  draw(id: string, mayWait: boolean, run: () => void): void {
    if (this.#known.has(id)) {
      run()
      return
    }
    if (mayWait && this.#spentMs >= BUDGET_MS) {
      this.#isWhole = false
      return
    }
    const startedMs = this.#now()
    run()
    this.#spentMs += this.#now() - startedMs
    this.#known.add(id)
  }
}
