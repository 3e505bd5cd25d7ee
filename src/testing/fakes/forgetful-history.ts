import type { History } from '../../server/history/history.ts'
import type { Notes } from '../../server/history/notes.ts'

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

/** A history for sources without stored data. */
export function createForgetfulHistory(): Pick<History, 'memory' | 'notes'> {
  return {
    memory: {
      recall: async () => ({
        coveredMs: { lightning: null, metar: null },
        observed: [],
        gaps: [],
        strikes: [],
        reports: [],
        simulated: null,
        aheadMs: 0,
      }),
      learnedSimulated: async () => true,
      learnedAhead: async () => {},
    },
    notes: createNotesInMemory(),
  }
}
