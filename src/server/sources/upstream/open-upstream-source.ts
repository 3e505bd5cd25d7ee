import { createLocalRateGate } from '../../../client/http/local-rate-gate.ts'
import type { History } from '../../history/history.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import { createNotedLedger } from './noted-ledger.ts'
import { createUpstreamSource, type UpstreamSource, type UpstreamSourceDeps } from './upstream-source.ts'

/** The upstream for one process that has the key for itself: rate, points and answers are held here. */
export async function openUpstreamSource(
  deps: Pick<UpstreamSourceDeps, 'environment' | 'bases' | 'apiKey' | 'delivery' | 'log'> & {
    pointsPerDay: number
    /** To be opened, and not yet written to. */
    history: Pick<History, 'memory' | 'notes'>
  },
): Promise<UpstreamSource> {
  const { history, pointsPerDay, ...rest } = deps
  const { clock } = rest.environment
  const { memory, notes } = history
  return createUpstreamSource({
    ...rest,
    gate: createLocalRateGate({ clock }),
    budget: await openLocalPointBudget({ clock, pointsPerDay, ledger: createNotedLedger(notes) }),
    answers: createLocalAnswerStore(notes),
    remembered: await memory.recall(),
    memory,
  })
}
