import { isInstantMs } from '../../contract/time.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

const KEY = 'brontide.reloads'
const TOLD_KEY = 'brontide.reload-told'
/**
 * Minimum interval to the previous reload, by the number of recent reloads. The first reload may show the old page
 * again, from the browser's cache; and two servers of different builds behind one address must not cause endless
 * reloads.
 */
const APART_MS = [0, 8_000, MINUTE_MS, 10 * MINUTE_MS]
const LATELY_MS = 30 * MINUTE_MS

export type ReloadCause = 'version' | 'failure'

export interface Reload {
  cause: ReloadCause
  atMs: number
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Whether the page may reload now; records the reload. Without storage, a page of a minimum age may. */
export function mayReload(
  cause: ReloadCause,
  nowMs: number,
  storage: () => Store = () => sessionStorage,
  pageAgeMs = performance.now(),
): boolean {
  const lately = reloads(storage).filter(({ atMs }) => Math.abs(nowMs - atMs) < LATELY_MS)
  const apartMs = APART_MS[Math.min(lately.length, APART_MS.length - 1)]!
  const last = lately.at(-1)
  if (last && Math.abs(nowMs - last.atMs) < apartMs) return false
  try {
    storage().setItem(KEY, JSON.stringify([...lately, { cause, atMs: nowMs }].slice(-APART_MS.length)))
    return true
  } catch {
    return pageAgeMs >= APART_MS.at(-1)! // without a record, reloads could repeat endlessly
  }
}

/** Cause and time of the last automatic reload of this screen; returned once. */
export function takeReload(storage: Store): Reload | null {
  const last = reloads(() => storage).at(-1)
  if (!last || storage.getItem(TOLD_KEY) === String(last.atMs)) return null
  storage.setItem(TOLD_KEY, String(last.atMs))
  return last
}

function reloads(storage: () => Store): Reload[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isReload) : []
  } catch {
    return [] // forbidden, or written by something else
  }
}

function isReload(value: unknown): value is Reload {
  const { cause, atMs } = (value ?? {}) as Partial<Reload>
  return (cause === 'version' || cause === 'failure') && isInstantMs(atMs)
}
