import { settle } from '../fakes/fake-clock.ts'

/**
 * Counts events in streams and servers, which need real turns of the event loop, so that a test advances its fake clock
 * only once everything has come to rest.
 */
export class Activity {
  #steps = 0
  #underWay = 0

  moved(): void {
    this.#steps++
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#underWay--
      this.#steps++
    }
  }

  /** Resolves when everything has come to rest. */
  readonly rest = async (): Promise<void> => {
    await settle()
    for (let seen = -1; seen !== this.#steps || this.#underWay > 0; ) {
      seen = this.#steps
      await new Promise((resolve) => setImmediate(resolve))
      await settle()
    }
  }
}
