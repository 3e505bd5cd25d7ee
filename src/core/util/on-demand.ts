import { Emitter, type Unsubscribe } from './emitter.ts'

/** Listeners of something that runs only while there are any. Both functions may be passed on by themselves. */
export interface OnDemand<T> {
  subscribe(listener: (event: T) => void): Unsubscribe
  emit(event: T): void
}

/**
 * Has `start` run with the first listener, and what it answers with the last one that leaves. A listener that comes later
 * than the first hears of what follows, not of what was.
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
