import { isInstantMs } from '../../contract/time.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

const KEY = 'brontide.reloads'
const TOLD_KEY = 'brontide.reload-told'
/**
 * How long after the one before it the next loading anew may come, by how many there were lately. The first may bring
 * the old page again, from what the browser keeps; and two servers of different builds behind one address must not have
 * a screen load for ever.
 */
const APART_MS = [0, 8_000, MINUTE_MS, 10 * MINUTE_MS]
const LATELY_MS = 30 * MINUTE_MS

/** Why a page is loaded anew: another version of it, or a failure of this one. */
export type ReloadCause = 'version' | 'failure'

export interface Reload {
  cause: ReloadCause
  atMs: number
}

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** True where the page may be loaded anew now; notes that it is about to be. */
export function mayReload(cause: ReloadCause, nowMs: number, storage: Store): boolean {
  const lately = reloads(storage).filter(({ atMs }) => Math.abs(nowMs - atMs) < LATELY_MS)
  const apartMs = APART_MS[Math.min(lately.length, APART_MS.length - 1)]!
  const last = lately.at(-1)
  if (last && Math.abs(nowMs - last.atMs) < apartMs) return false
  try {
    storage.setItem(KEY, JSON.stringify([...lately, { cause, atMs: nowMs }].slice(-APART_MS.length)))
    return true
  } catch {
    return false // what can't be noted could be done over and over
  }
}

/** Why and when this screen was last loaded anew by itself, once. */
export function takeReload(storage: Store): Reload | null {
  const last = reloads(storage).at(-1)
  if (!last || storage.getItem(TOLD_KEY) === String(last.atMs)) return null
  storage.setItem(TOLD_KEY, String(last.atMs))
  return last
}

function reloads(storage: Store): Reload[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isReload) : []
  } catch {
    return [] // forbidden, or written by something else
  }
}

function isReload(value: unknown): value is Reload {
  const { cause, atMs } = (value ?? {}) as Partial<Reload>
  return (cause === 'version' || cause === 'failure') && isInstantMs(atMs)
}
