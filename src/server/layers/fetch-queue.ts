import { LayerError } from './layer-fetcher.ts'

export interface FetchLimits {
  inAll: number
  perLayer: number
  perViewer: number
  waiting: number
  waitingPerViewer: number
}

/** The load on a source is that of a few browsers. */
export const LAYER_FETCH_LIMITS: FetchLimits = {
  inAll: 24,
  perLayer: 8,
  perViewer: 8,
  waiting: 400,
  waitingPerViewer: 100,
}

interface Fetch {
  layer: string
  viewer: string
  begin(): void
}

/** Fair queue: the next fetch is of the viewer with the fewest running ones. */
export function createFetchQueue(limits: FetchLimits = LAYER_FETCH_LIMITS) {
  const running = new Set<Fetch>()
  const waiting: Fetch[] = []
  const of = (list: Iterable<Fetch>, isMeant: (fetch: Fetch) => boolean) => [...list].filter(isMeant).length
  const ofViewer = (list: Iterable<Fetch>, viewer: string) => of(list, (fetch) => fetch.viewer === viewer)

  function mayBegin({ layer, viewer }: Fetch): boolean {
    return (
      running.size < limits.inAll &&
      of(running, (fetch) => fetch.layer === layer) < limits.perLayer &&
      ofViewer(running, viewer) < limits.perViewer
    )
  }

  function beginNext(): void {
    const ready = waiting.filter(mayBegin)
    if (ready.length === 0) return
    const next = ready.reduce((best, fetch) =>
      ofViewer(running, fetch.viewer) < ofViewer(running, best.viewer) ? fetch : best,
    )
    waiting.splice(waiting.indexOf(next), 1)
    running.add(next)
    next.begin()
    beginNext()
  }

  return {
    /** Runs `work` when its turn comes. Rejects with `busy` if the queue is full, or with the signal's reason. */
    run<T>(of: { layer: string; viewer: string }, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      if (waiting.length >= limits.waiting || ofViewer(waiting, of.viewer) >= limits.waitingPerViewer)
        return Promise.reject(new LayerError('busy'))
      return new Promise<T>((resolve, reject) => {
        const giveUp = () => {
          const at = waiting.indexOf(fetch)
          if (at < 0) return // already running: `work` observes the signal itself
          waiting.splice(at, 1)
          reject(signal.reason)
        }
        const fetch: Fetch = {
          ...of,
          begin() {
            signal.removeEventListener('abort', giveUp)
            work()
              .then(resolve, reject)
              .finally(() => {
                running.delete(fetch)
                beginNext()
              })
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(fetch)
        beginNext()
      })
    },
    counts: () => ({ running: running.size, waiting: waiting.length }),
  }
}
