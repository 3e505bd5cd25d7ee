import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'
import { createRecordIds, openScreen, type Screen } from '../../src/testing/cluster/screen.ts'
import { judgeScreens } from './judged-screens.ts'
import type { Question, Questions } from './viewers.ts'

/** The thread of `openViewers`. */

const ids = createRecordIds()
const screens: Screen[] = []
const loopDelay = monitorEventLoopDelay({ resolution: 10 })
loopDelay.enable()

const answers: { [Q in Question]: (argument: Questions[Q]['ask']) => Promise<Questions[Q]['answer']> } = {
  async open({ port, count }) {
    screens.push(...Array.from({ length: count }, () => openScreen({ port, ids })))
    await Promise.all(screens.map((screen) => screen.until(screen.isLive)))
    return null
  },
  areLive: async () => screens.every((screen) => screen.isLive()),
  socketPorts: async () => screens.map((screen) => screen.socketPort()),
  async seen() {
    const delayMs = loopDelay.max / 1e6
    loopDelay.reset()
    return screens.map((screen) => ({ ...screen.seen(), story: screen.story(), delayMs }))
  },
  judge: async (sent) => judgeScreens({ screens, sent, ids }),
}

parentPort!.on('message', async ({ question, argument }) =>
  parentPort!.postMessage(await answers[question as Question](argument as never)),
)
