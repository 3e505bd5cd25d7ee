/** A pending request of one or more callers. */
interface Flight<T> {
  result: Promise<T>
  controller: AbortController
  callers: number
}

/** One request per key at a time. An abort by one caller does not cancel it for others; the last one's does. */
export function createSharedFlights<T>() {
  const flights = new Map<string, Flight<T>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const flight: Flight<T> = { controller, callers: 0, result: start(controller.signal) }
    flights.set(key, flight)
    flight.result.catch(() => {}).finally(() => end(key, flight))
    return flight
  }

  function end(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return {
    /** The result of `start` for `key`, started once for concurrent callers. */
    join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
      const flight = flights.get(key) ?? begin(key, start)
      flight.callers++
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          reject(signal?.reason)
          if (--flight.callers > 0) return
          end(key, flight) // immediately, so that no caller joins a cancelled request
          flight.controller.abort(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        flight.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
      })
    },
  }
}
