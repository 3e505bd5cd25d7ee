import { z } from 'zod'
import { createLocalRateGate } from '../../../client/http/local-rate-gate.ts'
import type { RateGate } from '../../../client/http/rate-gate.ts'
import type { History } from '../../history/history.ts'
import type { Notes } from '../../history/notes.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import type { PointLedger } from './point-ledger.ts'
import { createUpstreamSource, type UpstreamSource, type UpstreamSourceDeps } from './upstream-source.ts'

const NOTE = 'points spent'
const spentSchema = z.object({ day: z.number(), points: z.number() })

/** The upstream source of the one process with the key: it owns rate, points and cache. */
export async function openUpstreamSource(
  deps: Pick<UpstreamSourceDeps, 'environment' | 'bases' | 'apiKey' | 'delivery' | 'log'> & {
    pointsPerDay: number
    /** Open, not yet written to. */
    history: Pick<History, 'memory' | 'notes'>
    /** State taken over from another process; absent for a single process. */
    handedOver?: { gate: RateGate; ledger: PointLedger; takeOver: boolean } | undefined
  },
): Promise<UpstreamSource> {
  const { history, pointsPerDay, handedOver, ...rest } = deps
  const { clock } = rest.environment
  const { memory, notes } = history
  const ledger = handedOver?.ledger ?? createNotedLedger(notes)
  return createUpstreamSource({
    ...rest,
    takeOver: handedOver?.takeOver ?? false,
    gate: handedOver?.gate ?? createLocalRateGate({ clock }),
    budget: await openLocalPointBudget({ clock, pointsPerDay, ledger, log: rest.log }),
    answers: createLocalAnswerStore(notes),
    remembered: await memory.recall(),
    memory,
  })
}

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
