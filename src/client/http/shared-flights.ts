interface Flight<T> {
  result: Promise<T>
  controller: AbortController
  aboard: number
}

export interface SharedFlights<T> {
  /** The result of `start` for `key`, begun once for all who ask while it is under way. */
  join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** One promise in flight per key. A caller that gives up does not cancel the others; the last one leaving does. */
export function createSharedFlights<T>(): SharedFlights<T> {
  const flights = new Map<string, Flight<T>>()

  function takeOff(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const flight: Flight<T> = { controller, aboard: 0, result: start(controller.signal) }
    flights.set(key, flight)
    flight.result.catch(() => {}).finally(() => land(key, flight))
    return flight
  }

  function land(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return {
    join(key, start, signal) {
      const flight = flights.get(key) ?? takeOff(key, start)
      flight.aboard++
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          reject(signal?.reason)
          if (--flight.aboard > 0) return
          land(key, flight) // at once, so that nobody boards a flight that is being cancelled
          flight.controller.abort(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        flight.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
      })
    },
  }
}
