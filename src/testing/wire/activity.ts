import { settle } from '../fakes/fake-clock.ts'

/** Far more turns of the event loop than an unblocked server needs to begin its response. */
const WORKING_TURNS_MAX = 200

/**
 * Counts events in streams and servers, which need real turns of the event loop, so that a test advances its fake clock
 * only when idle.
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

  /** The same for work that may wait for the clock, which is stopped until idle. */
  async duringUnlessWaiting<T>(work: () => Promise<T>): Promise<T> {
    let isOver = false
    void this.during(async () => {
      for (let turn = 0; turn < WORKING_TURNS_MAX && !isOver; turn++) await nextTurn()
    })
    try {
      return await work()
    } finally {
      isOver = true
      this.#steps++
    }
  }

  /** Resolves when idle. */
  readonly rest = async (): Promise<void> => {
    await settle()
    for (let seen = -1; seen !== this.#steps || this.#underWay > 0; ) {
      seen = this.#steps
      await nextTurn()
      await settle()
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const { DecompressionStream: Inflating } = globalThis

/**
 * Counts each decompressing stream until its end: it works outside of the event loop. Returns a function that stops
 * this.
 */
export function countInflating(activity: Activity): () => void {
  globalThis.DecompressionStream = class implements DecompressionStream {
    readonly readable: DecompressionStream['readable']
    readonly writable: DecompressionStream['writable']
    constructor(format: CompressionFormat) {
      const inner = new Inflating(format)
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
      void activity.during(() => inner.readable.pipeTo(writable).catch(() => {})) // the reader receives the error
      this.readable = readable
      this.writable = inner.writable
    }
  }
  return () => {
    globalThis.DecompressionStream = Inflating
  }
}
