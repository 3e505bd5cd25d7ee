import { Emitter } from '../../core/util/emitter.ts'
import type { LeaderWord } from '../../server/cluster/leader-word.ts'
import type { Bus } from '../../server/cluster/nats/bus.ts'
import { createFakeChannels } from './fake-channel.ts'

type Answer = Parameters<Bus['onQuestion']>[0]

/** The buses of several processes, in memory. */
export function createFakeBuses(): () => Bus {
  const openWay = createFakeChannels()
  const words = new Emitter<LeaderWord>()
  const free = new Emitter<void>()
  const answers = new Set<Answer>()
  return () => ({
    channel: openWay().channel,
    say: (word) => words.emit(structuredClone(word)),
    onWord: (listener) => words.subscribe(listener),
    async tellFree() {
      free.emit()
    },
    onFree: (listener) => free.subscribe(listener),
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
