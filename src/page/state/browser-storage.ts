/** The storage functions used. */
export type KeepingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const memories = { local: memoryStorage(), session: memoryStorage() }

/** Storage for returning visitors. */
export const keptStorage = (): KeepingStorage => orMemory('local', () => localStorage)
/** Storage for the lifetime of the tab. */
export const tabStorage = (): KeepingStorage => orMemory('session', () => sessionStorage)

/** A browser may refuse to keep anything, as for a frame in a page of another site: then it is held until the page goes. */
function orMemory(kind: keyof typeof memories, storage: () => Storage): KeepingStorage {
  try {
    return storage()
  } catch {
    return memories[kind]
  }
}

function memoryStorage(): KeepingStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}
