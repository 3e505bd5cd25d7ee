import { clockKeeperOf } from '../../shell/airport-clocks.ts'
import type { Contract } from '../../shell/contract-context.ts'
import { reportStore } from '../../shell/report-store.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { tell } from './tell-alerts.ts'

/** Looks with each reading of the clocks, and tells what became worse. Answers how to stop. */
export function watchAlerts(contract: Contract): () => void {
  const keeper = clockKeeperOf(contract)
  return keeper.subscribe(() => {
    const raised = lookForAlerts(contract, keeper, reportStore)
    if (raised.length > 0) tell(raised)
  })
}
