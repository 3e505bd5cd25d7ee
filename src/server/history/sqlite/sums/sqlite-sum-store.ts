import type { SumStore } from '../../sum-store.ts'
import type { Storage } from '../storage.ts'

/** Sums, in the file of the history. */
export function createSqliteSumStore(storage: Pick<Storage, 'transact' | 'read'>): SumStore {
  return {
    keep: async (kept) =>
      storage.transact('hourly sums', ({ sums }) => {
        for (const sum of kept) sums.keep(sum)
      }),
    between: async (kind, id, from, to) => storage.read(({ sums }) => sums.between(kind, id, from, to)),
    times: async (kind, id) => storage.read(({ sums }) => sums.times(kind, id)),
    at: async (kind, at) => storage.read(({ sums }) => sums.at(kind, at)),
    async forget(kind, before) {
      storage.transact('hourly sums', ({ sums }) => sums.forget(kind, before))
    },
    size: async () => storage.read(({ sums }) => sums.size()),
  }
}
