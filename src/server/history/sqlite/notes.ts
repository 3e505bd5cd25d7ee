import type { Notes } from '../notes.ts'
import type { Storage } from './storage.ts'

/** Notes of the current file; they are lost if the file is replaced. */
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
