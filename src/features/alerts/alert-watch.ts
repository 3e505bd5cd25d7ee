import { clockKeeperOf } from '../../shell/airport-clocks.ts'
import type { Contract } from '../../shell/contract-context.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { lookForAlerts } from './look-for-alerts.ts'
import { createSettling } from './settling.ts'
import { tell } from './tell-alerts.ts'

/** Looks with each reading of the clocks, and tells what became worse. Answers how to stop. */
export function watchAlerts(contract: Contract): () => void {
  const keeper = clockKeeperOf(contract)
  const isSettled = createSettling(contract.strikes)
  return keeper.subscribe(() => {
    const holdMs = useShell.getState().holdMinutes * 60_000
    const raised = lookForAlerts(contract, keeper, reportStore, isSettled(keeper.nowMs(), holdMs))
    if (raised.length > 0) tell(raised)
  })
}
