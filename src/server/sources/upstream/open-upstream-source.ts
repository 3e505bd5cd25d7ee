import { createLocalRateGate } from '../../../client/http/local-rate-gate.ts'
import type { RateGate } from '../../../client/http/rate-gate.ts'
import type { History } from '../../history/history.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import { createNotedLedger } from './noted-ledger.ts'
import type { PointLedger } from './point-ledger.ts'
import { createUpstreamSource, type UpstreamSource, type UpstreamSourceDeps } from './upstream-source.ts'

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
