/** The one socket that several lines of an application may open beside those that they hold. */
export interface SocketHandoverLock {
  /** Calls `go` once nobody else holds the slot, at once where it is free; the answer gives it back, or the place in the queue. */
  take(go: () => void): () => void
}

/** Lines move to a new socket one after the other: all at once they would need more sockets than the contract allows. */
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
