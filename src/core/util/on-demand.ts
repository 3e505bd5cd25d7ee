import { Emitter, type Unsubscribe } from './emitter.ts'

/** Listeners of a source that runs only while it has listeners. Both functions are bound. */
export interface OnDemand<T> {
  subscribe(listener: (event: T) => void): Unsubscribe
  emit(event: T): void
}

/**
 * Runs `start` with the first listener, and the function it returns after the last one leaves. Later listeners get only
 * later events.
 */
export function createOnDemand<T = void>(start: () => Unsubscribe): OnDemand<T> {
  const listeners = new Emitter<T>()
  let stop: Unsubscribe | null = null
  return {
    subscribe(listener) {
      const leave = listeners.subscribe(listener)
      stop ??= start()
      return () => {
        leave()
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
    emit: (event) => listeners.emit(event),
  }
}
