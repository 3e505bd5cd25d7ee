/**
 * Combines concurrent calls, without answering any caller with a call that began before it: callers during a call share
 * the next one. A backfill needs this: a response begun before its subscription would leave a gap.
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
      .catch(() => {}) // its own callers handle the error
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
