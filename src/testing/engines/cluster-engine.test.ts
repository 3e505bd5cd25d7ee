import type { Bus } from '../../server/cluster/engine.ts'
import { createFakeCell } from '../cluster/fake-cell.ts'
import { createFakeChannels } from '../cluster/fake-channel.ts'
import { createFakeEventLog } from '../cluster/fake-event-log.ts'
import { createFakeKeptStore } from '../cluster/fake-kept-store.ts'
import { registerClusterEngineSuite } from './cluster-engine-suite.ts'

registerClusterEngineSuite('fakes', async () => {
  const openCell = createFakeCell()
  const openWay = createFakeChannels()
  const answers = new Set<Parameters<Bus['onQuestion']>[0]>()
  const bus = (): Bus => ({
    channel: openWay().channel,
    async ask(question) {
      const [answer] = answers
      return answer ? answer(question) : null
    },
    onQuestion(answer) {
      answers.add(answer)
      return () => void answers.delete(answer)
    },
  })
  const { log } = createFakeEventLog<string>()
  const { store } = createFakeKeptStore()
  return async () => ({
    openLog: async () => log,
    openCell: async () => openCell().cell,
    openKept: async () => store,
    bus: bus(),
    settle: async () => {},
  })
})
