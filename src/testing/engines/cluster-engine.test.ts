import { createFakeBuses } from '../cluster/fake-bus.ts'
import { createFakeCell } from '../cluster/fake-cell.ts'
import { createFakeEventLog } from '../cluster/fake-event-log.ts'
import { createFakeKeptStore } from '../cluster/fake-kept-store.ts'
import { registerClusterEngineSuite } from './cluster-engine-suite.ts'

registerClusterEngineSuite('fakes', async () => {
  const openCell = createFakeCell()
  const openBus = createFakeBuses()
  const { log } = createFakeEventLog<string>()
  const { store } = createFakeKeptStore()
  return async () => ({
    openLog: async () => log,
    openCell: async () => openCell().cell,
    openKept: async () => store,
    bus: openBus(),
    settle: async () => {},
  })
})
