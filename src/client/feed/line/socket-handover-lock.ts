/** The one additional socket that the lines of an application share for handovers. */
export interface SocketHandoverLock {
  /** Calls `go` once the lock is free, immediately if it is; the returned function releases it, or leaves the queue. */
  take(go: () => void): () => void
}

/** Lines hand over one after the other: simultaneously they would exceed the contract's connection limit. */
export function createSocketHandoverLock(): SocketHandoverLock {
  const queue: { go: () => void }[] = []

  return {
    take(go) {
      const place = { go }
      queue.push(place)
      if (queue[0] === place) go()
      return () => {
        const at = queue.indexOf(place)
        if (at < 0) return
        queue.splice(at, 1)
        if (at === 0) queue[0]?.go()
      }
    },
  }
}
