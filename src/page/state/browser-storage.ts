export type KeepingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const kept = orMemory(() => localStorage)
const ofTab = orMemory(() => sessionStorage)

/** Storage for returning visitors. */
export const keptStorage = (): KeepingStorage => kept
/** Storage for the lifetime of the tab. */
export const tabStorage = (): KeepingStorage => ofTab

/** Never throws: if the browser blocks storage, as in a frame of another site, or it is full, values live as long as the page. */
function orMemory(storage: () => Storage): KeepingStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? orNull(() => storage().getItem(key)),
    setItem(key, value) {
      try {
        storage().setItem(key, value)
        held.delete(key)
      } catch {
        held.set(key, value)
      }
    },
    removeItem(key) {
      held.delete(key)
      orNull(() => storage().removeItem(key))
    },
  }
}

function orNull<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}
