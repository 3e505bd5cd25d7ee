/** The clock of the strikes: it runs only during a run, so that strikes do not age in pauses. */
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
