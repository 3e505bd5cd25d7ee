const KEY = 'brontide.reloaded-for'
/** Two servers of different builds behind one address must not have a screen load for ever. */
const AGAIN_AFTER_MS = 10 * 60_000

/** True where the page has not just been loaded anew for that version; notes that it is about to be. */
export function mayReloadFor(version: string, nowMs: number, storage: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const [lastVersion, lastMs] = (storage.getItem(KEY) ?? '').split(' ')
    if (lastVersion === version && Math.abs(nowMs - Number(lastMs)) < AGAIN_AFTER_MS) return false
    storage.setItem(KEY, `${version} ${nowMs}`)
    return true
  } catch {
    return false // what can't be noted could be done over and over
  }
}
