import { resultOf } from '../../../core/util/steps.ts'
import { Estimation, type Sent } from './estimation.ts'

// Runs in a worker: nothing is drawn here, so no yielding is needed.

/** The part of a worker's world that is used. */
interface WorkerScope {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: Sent }) => void): void
}

const scope = globalThis as unknown as WorkerScope
const estimation = new Estimation()

scope.addEventListener('message', ({ data }) => {
  const told = resultOf(estimation.hear(data))
  if (told) scope.postMessage(told)
})
