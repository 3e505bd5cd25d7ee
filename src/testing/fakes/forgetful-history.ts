import type { History } from '../../server/history/history.ts'
import type { Notes } from '../../server/history/notes.ts'
import type { Remembered } from '../../server/history/source-memory.ts'

/** Notes that end with the process. */
export function createNotesInMemory(): Notes {
  const values = new Map<string, string>()
  return {
    get: async (name) => values.get(name) ?? null,
    async set(name, value) {
      values.set(name, value)
    },
    async trim(beginning, keep) {
      for (const name of values.keys()) if (name !== keep && name.startsWith(beginning)) values.delete(name)
    },
  }
}

/** What a process with an empty disk remembers. */
export const NOTHING_REMEMBERED: Remembered = {
  coveredMs: { lightning: null, metar: null },
  observed: [],
  gaps: [],
  strikes: [],
  reports: [],
  simulated: null,
  aheadMs: 0,
}

/** A history for sources without stored data. */
export function createForgetfulHistory(): Pick<History, 'memory' | 'notes'> {
  return {
    memory: {
      recall: async () => ({ ...NOTHING_REMEMBERED, strikes: [], reports: [] }),
      learnedSimulated: async () => true,
      learnedAhead: async () => {},
    },
    notes: createNotesInMemory(),
  }
}
