/** The strikes' clock: it goes only while they do, so that a pause lets none grow old. */
export class StrikeClock {
  #atMs: number
  #since = 0
  #forMs = 0

  constructor(atMs: number) {
    this.#atMs = atMs
  }

  now(): number {
    return this.#atMs + Math.min(this.#forMs, performance.now() - this.#since)
  }

  /** Advances by this time. */
  go(forMs: number): void {
    this.#atMs = this.now()
    this.#since = performance.now()
    this.#forMs = forMs
  }
}
