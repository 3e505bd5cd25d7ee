import { useSyncExternalStore } from 'react'
import { useLive } from '../server-connection.ts'

/** A text, number or flag of the present second: renders again only when it changes. */
export function useOfNow<T extends string | number | boolean | null>(valueAt: (nowMs: number) => T): T {
  const { now } = useLive()
  return useSyncExternalStore(now.subscribe, () => valueAt(now.nowMs()))
}

/** Server-corrected Unix ms, renewed each second; every reader on the page ticks together. */
export function useNow(): number {
  const { now } = useLive()
  return useSyncExternalStore(now.subscribe, now.nowMs)
}
