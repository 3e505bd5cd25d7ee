import type { Notes } from '../notes.ts'
import type { Storage } from './storage.ts'

/** Notes in the file that is in use: it may be replaced, and what was noted is then gone with the rest. */
export function createNotes({ storage, save }: { storage: Pick<Storage, 'tables'>; save(): void }): Notes {
  return {
    get: async (name) => storage.tables.notes.get(name),
    async set(name, value) {
      storage.tables.notes.set(name, value)
      save()
    },
    async trim(beginning, keep) {
      storage.tables.notes.trim(beginning, keep)
      save()
    },
  }
}
