import { createLocalRateGate } from '../../../client/http/local-rate-gate.ts'
import type { RateGate } from '../../../client/http/rate-gate.ts'
import type { History } from '../../history/history.ts'
import { createLocalAnswerStore } from './local-answer-store.ts'
import { openLocalPointBudget } from './local-point-budget.ts'
import { createNotedLedger } from './noted-ledger.ts'
import type { PointLedger } from './point-ledger.ts'
import { createUpstreamSource, type UpstreamSource, type UpstreamSourceDeps } from './upstream-source.ts'

/** The upstream for the one process that has the key: rate, points and answers are held here. */
export async function openUpstreamSource(
  deps: Pick<UpstreamSourceDeps, 'environment' | 'bases' | 'apiKey' | 'delivery' | 'log'> & {
    pointsPerDay: number
    /** To be opened, and not yet written to. */
    history: Pick<History, 'memory' | 'notes'>
    /** What goes on where another process left off; of this one alone where it is not given. */
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
