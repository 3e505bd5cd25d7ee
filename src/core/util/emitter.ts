export type Unsubscribe = () => void

/** A list of listeners; one that throws does not affect the others. */
export class Emitter<T> {
  readonly #listeners = new Set<(event: T) => void>()
  readonly #onError: (error: unknown) => void

  constructor(
    onError: (error: unknown) => void = (error) =>
      queueMicrotask(() => {
        throw error
      }),
  ) {
    this.#onError = onError
  }

  subscribe(listener: (event: T) => void): Unsubscribe {
    // A new wrapper, so that subscribing a function twice gives two subscriptions.
    const own = (event: T) => listener(event)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event)
      } catch (error) {
        this.#onError(error)
      }
    }
  }

  get size(): number {
    return this.#listeners.size
  }
}
