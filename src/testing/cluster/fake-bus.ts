import type { Bus } from '../../server/cluster/nats/bus.ts'
import { createFakeChannels } from './fake-channel.ts'

type Answer = Parameters<Bus['onQuestion']>[0]

/** The buses of several processes, in memory. */
export function createFakeBuses(): () => Bus {
  const openWay = createFakeChannels()
  const answers = new Set<Answer>()
  return () => ({
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
}
