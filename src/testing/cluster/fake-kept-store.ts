import type { KeptStore } from '../../server/cluster/engine.ts'

/** A store in memory. With `isOut` reads fail. */
export function createFakeKeptStore() {
  const byKey = new Map<string, Uint8Array>()
  const faults = { isOut: false }
  let last = 0
  const store: KeptStore = {
    keys: async () => [...byKey.keys()],
    async get(key) {
      if (faults.isOut) throw new Error('out')
      return byKey.get(key) ?? null
    },
    last: async () => last,
    async put(key, bytes, after) {
      if (after !== last) return null
      byKey.set(key, bytes)
      last++
      return last
    },
    async purge() {
      byKey.clear()
    },
  }
  return { store, faults, byKey }
}
