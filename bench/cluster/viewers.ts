import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Seen } from '../../src/testing/cluster/screen.ts'
import type { JudgedScreens, Sent } from './judged-screens.ts'

/** Screens of one thread: the collection of a larger heap stops all of its screens for a second. */
const SCREENS_OF_THREAD = 50

/** Since it was last asked. */
export interface SeenScreen extends Seen {
  /** How its line was from when to when, in words. */
  story: string[]
  /** The longest delay of its thread. */
  delayMs: number
}

/** What a thread with screens can be asked: the argument, and the answer. */
export interface Questions {
  /** Opens that many; answers once all are live. */
  open: { ask: { port: number; count: number }; answer: null }
  areLive: { ask: null; answer: boolean }
  socketPorts: { ask: null; answer: (number | null)[] }
  seen: { ask: null; answer: SeenScreen[] }
  judge: { ask: Sent; answer: JudgedScreens }
}

export type Question = keyof Questions

export type Viewers = ReturnType<typeof openViewers>

/**
 * Screens at `port` of the loopback, in threads: their work must not delay the proxies of the caller's thread, which all connections of the
 * cluster pass.
 */
export function openViewers({ port, count }: { port: number; count: number }) {
  const counts = Array.from({ length: Math.ceil(count / SCREENS_OF_THREAD) }, (_, i) =>
    Math.min(SCREENS_OF_THREAD, count - i * SCREENS_OF_THREAD),
  )
  const workers = counts.map(() => new Worker(new URL('./viewers-thread.ts', import.meta.url)))
  for (const worker of workers) {
    worker.on('error', (error) => {
      throw error
    })
  }

  async function ask<Q extends Question>(
    worker: Worker,
    question: Q,
    argument: Questions[Q]['ask'],
  ): Promise<Questions[Q]['answer']> {
    worker.postMessage({ question, argument })
    const [answer] = await once(worker, 'message')
    return answer
  }

  async function askAll<Q extends Question>(
    question: Q,
    argument: Questions[Q]['ask'],
  ): Promise<Questions[Q]['answer'][]> {
    return Promise.all(workers.map((worker) => ask(worker, question, argument)))
  }

  return {
    /** Resolves once all are live. */
    opened: async () =>
      void (await Promise.all(workers.map((worker, i) => ask(worker, 'open', { port, count: counts[i]! })))),
    areLive: async () => (await askAll('areLive', null)).every(Boolean),
    /** The local port of each one's socket. */
    socketPorts: async () => (await askAll('socketPorts', null)).flat(),
    seen: async () => (await askAll('seen', null)).flat(),
    judge: (sent: Sent) => askAll('judge', sent),
    close: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))),
  }
}
