/**
 * Shares calls among callers without ever answering one with what was asked before it came: who arrives while a call
 * is under way shares the next one. A join needs this: an answer begun before its subscription leaves a hole.
 */
export function createNextFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let next: Promise<T> | null = null

  function start(): Promise<T> {
    const flight = run().finally(() => {
      if (current === flight) current = null
    })
    current = flight
    return flight
  }

  return () => {
    if (!current) return start()
    next ??= current
      .catch(() => {}) // its own callers hear of it
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
