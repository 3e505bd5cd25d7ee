import { useSyncExternalStore } from 'react'
import type { Clock } from '../../../core/time/clock.ts'
import { useServerConnection } from '../server-connection.ts'

interface Ticker {
  subscribe(listener: () => void): () => void
  nowMs(): number
}

const tickers = new WeakMap<Clock, Ticker>()

/** Server-corrected Unix ms, renewed each second; every reader on the page ticks together. */
export function useNow(): number {
  const { clock } = useServerConnection()
  const ticker = tickerOf(clock)
  return useSyncExternalStore(ticker.subscribe, ticker.nowMs)
}

function tickerOf(clock: Clock): Ticker {
  const known = tickers.get(clock)
  if (known) return known
  const listeners = new Set<() => void>()
  let stop: (() => void) | null = null
  let nowMs = clock.now()
  const ticker: Ticker = {
    nowMs: () => nowMs,
    subscribe(listener) {
      listeners.add(listener)
      if (!stop) {
        nowMs = clock.now()
        stop = clock.every(1_000, () => {
          nowMs = clock.now()
          for (const each of listeners) each()
        })
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
  tickers.set(clock, ticker)
  return ticker
}
