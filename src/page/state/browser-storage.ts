export type KeepingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const memories = { local: memoryStorage(), session: memoryStorage() }

/** Storage for returning visitors. */
export const keptStorage = (): KeepingStorage => orMemory('local', () => localStorage)
/** Storage for the lifetime of the tab. */
export const tabStorage = (): KeepingStorage => orMemory('session', () => sessionStorage)

/** A browser may block storage, as in a frame of another site: then values live as long as the page. */
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
