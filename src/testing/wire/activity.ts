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

const { DecompressionStream: Inflating } = globalThis

/** Has each stream that inflates count until its end: it works beside the event loop. Answers how to leave that. */
export function countInflating(activity: Activity): () => void {
  globalThis.DecompressionStream = class implements DecompressionStream {
    readonly readable: DecompressionStream['readable']
    readonly writable: DecompressionStream['writable']
    constructor(format: CompressionFormat) {
      const inner = new Inflating(format)
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
      void activity.during(() => inner.readable.pipeTo(writable).catch(() => {})) // whoever reads is told
      this.readable = readable
      this.writable = inner.writable
    }
  }
  return () => {
    globalThis.DecompressionStream = Inflating
  }
}
