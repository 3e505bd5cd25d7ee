import { resultOf } from '../../../core/util/steps.ts'
import { Reckoning, type Sent } from './reckoning.ts'

// A thread of its own: nothing is drawn in it, so that nothing needs its turn.

/** The part of a worker's world that is used. */
interface WorkerScope {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: Sent }) => void): void
}

const scope = globalThis as unknown as WorkerScope
const reckoning = new Reckoning()

scope.addEventListener('message', ({ data }) => {
  const told = resultOf(reckoning.hear(data))
  if (told) scope.postMessage(told)
})
