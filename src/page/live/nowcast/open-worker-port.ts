import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { type EstimatorPort, openLocalPort, type PortEnds } from './estimator-port.ts'
import workerUrl from './nowcast-worker.ts?worker&url'

/** A worker, or this thread if the browser does not support or allow one. */
export function openWorkerPort(ends: PortEnds): EstimatorPort {
  const worker = tryWorker()
  if (!worker) return openLocalPort(ends)
  const { answered, failed } = ends
  worker.addEventListener('message', ({ data }: MessageEvent<NowcastView>) => answered(data))
  worker.addEventListener('error', failed)
  worker.addEventListener('messageerror', failed)
  return {
    send: (sent) => worker.postMessage(sent, sent.kind === 'strikes' ? [sent.numbers.buffer] : []),
    close: () => worker.terminate(),
  }
}

function tryWorker(): Worker | null {
  try {
    return typeof Worker === 'function' ? new Worker(workerUrl, { type: 'module' }) : null
  } catch {
    return null // a policy against it
  }
}
