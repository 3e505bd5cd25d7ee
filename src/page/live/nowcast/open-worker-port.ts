import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import workerUrl from './nowcast-worker.ts?worker&url'
import { openLocalPort, type PortEnds, type ReckonerPort } from './reckoner-port.ts'

/** A worker, or this thread if the browser does not support or allow one. */
export function openWorkerPort(ends: PortEnds): ReckonerPort {
  const worker = tryWorker()
  if (!worker) return openLocalPort(ends)
  const { answered, failed } = ends
  worker.addEventListener('message', ({ data }: MessageEvent<ToldNowcast>) => answered(data))
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
