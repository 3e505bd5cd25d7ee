import { z } from 'zod'
import type { Notes } from '../../history/notes.ts'
import type { PointLedger } from './point-ledger.ts'

const NOTE = 'points spent'
const spentSchema = z.object({ day: z.number(), points: z.number() })

/** The ledger as a note of the history. */
export function createNotedLedger(notes: Notes): PointLedger {
  return {
    async read() {
      const text = await notes.get(NOTE)
      return text === null ? null : spentSchema.parse(JSON.parse(text))
    },
    keep: (spent) => notes.set(NOTE, JSON.stringify(spent)),
  }
}
