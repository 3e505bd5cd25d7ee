import { WATCH_MS } from '../../core/airport-clock.ts'
import { clockKeeperOf } from '../../shell/airport-clocks.ts'
import type { Contract } from '../../shell/contract-context.ts'
import { reportStore } from '../../shell/report-store.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { createSettling } from './settling.ts'
import { tell } from './tell-alerts.ts'

/** Looks with each reading of the clocks, and tells what became worse. Answers how to stop. */
export function watchAlerts(contract: Contract): () => void {
  const keeper = clockKeeperOf(contract)
  const isSettled = createSettling(contract.strikes)
  return keeper.subscribe(() => {
    const raised = lookForAlerts(contract, keeper, reportStore, isSettled(keeper.nowMs(), WATCH_MS))
    if (raised.length > 0) tell(raised)
  })
}
