import { API_PATHS } from '../../../contract/api-paths.ts'
import { servedNowcastSchema } from '../../../contract/nowcast.ts'
import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { MINUTE_MS, SECOND_MS, wholeMinute } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import { usePage } from '../../state/page-store.ts'
import type { ReportStore } from '../reports/report-store.ts'
import type { ServerAccess } from '../server-access.ts'
import type { ShownStrikes } from '../strikes/shown-strikes.ts'
import { createEstimator, NEEDED_MIN } from './compute-nowcast.ts'
import { type EstimatorPort, openLocalPort, type PortEnds } from './estimator-port.ts'
import workerUrl from './nowcast-worker.ts?worker&url'

export interface NowcastDeps {
  server: Pick<ServerAccess, 'ask' | 'clock' | 'config' | 'strikes'>
  shown: Pick<ShownStrikes, 'live' | 'current' | 'subscribe' | 'version' | 'reachBack'>
  reports: Pick<ReportStore, 'airports'>
}

type Told = (now: NowcastView) => void

/** The server computes at the start of each minute, which takes some seconds; pages spread their requests over ten. */
const TOLD_AFTER_MS = 3 * SECOND_MS
const SPREAD_MS = 10 * SECOND_MS
/** Retry interval if the server had no new nowcast. */
const ASK_AGAIN_MS = 3 * SECOND_MS
/** Update interval while the user browses to another moment. */
const FOLLOW_EVERY_MS = 500

/** Follows the nowcast until the returned function is called. */
export const follow = { present: followPresent, past: followPast }

/** From the server, which computes it for all; on servers without strikes, from the strikes of this page. */
function followPresent({ server, shown, reports }: NowcastDeps, told: Told): Unsubscribe {
  const { clock, config, strikes, ask } = server
  const leaving = new AbortController()
  const estimator = estimatorOf({ server, reports }, told)
  let isByPage = config.delivery !== 'relay'
  let isAsking = false
  /** Monotonic clock: polling continues when the wall clock is set or stops. */
  let askAtMs = clock.monotonicMs()
  const spreadMs = TOLD_AFTER_MS + (clock.now() % SPREAD_MS)
  let computedMs = Number.NEGATIVE_INFINITY

  async function askServer(): Promise<void> {
    isAsking = true
    askAtMs = clock.monotonicMs() + ASK_AGAIN_MS
    try {
      const now = await ask(API_PATHS.nowcast, servedNowcastSchema, { product: 'lightning', signal: leaving.signal })
      if (leaving.signal.aborted) return
      isByPage = now.state === 'no-strikes'
      if (isByPage) return
      const nextInMs = now.t === null ? 0 : Date.parse(now.t) + MINUTE_MS + spreadMs - clock.now()
      askAtMs = clock.monotonicMs() + Math.min(MINUTE_MS + spreadMs, Math.max(ASK_AGAIN_MS, nextInMs))
      told(now)
    } catch {
      // The previous nowcast becomes outdated, and is shown so; the next request follows soon.
    } finally {
      isAsking = false
    }
  }

  function look(): void {
    if (document.hidden) return
    if (!isByPage) {
      if (!isAsking && clock.monotonicMs() >= askAtMs) void askServer()
      return
    }
    strikes.reachBack(NEEDED_MIN * MINUTE_MS)
    const atMs = wholeMinute(clock.now())
    if (atMs !== computedMs && estimator.begin(shown.live, atMs)) computedMs = atMs
  }

  const stop = clock.every(SECOND_MS, look)
  look()
  return () => {
    stop()
    leaving.abort()
    estimator.stop()
  }
}

function estimatorOf({ server: { clock, config }, reports }: Pick<NowcastDeps, 'server' | 'reports'>, told: Told) {
  return createEstimator({ clock, reports, errorKm: config.locationErrorKm ?? 0, told, openPort: openWorkerPort })
}

/** Of the shown moment of the past, by the strikes of before it. */
function followPast({ server, shown, reports }: NowcastDeps, told: Told): Unsubscribe {
  const { clock } = server
  const estimator = estimatorOf({ server, reports }, told)
  const release = shown.reachBack(NEEDED_MIN)
  let computed = ''

  function look(): void {
    const { shownAtMs } = usePage.getState()
    if (shownAtMs === null || document.hidden) return
    const atMs = wholeMinute(shownAtMs)
    // Late data of the past change the nowcast.
    const key = `${atMs} ${shown.version()}`
    if (key !== computed && estimator.begin(shown.current(), atMs)) computed = key
  }

  const stops = [release, shown.subscribe(() => {}), clock.every(FOLLOW_EVERY_MS, look), estimator.stop]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}

/** A worker, or this thread if the browser does not support or allow one. */
function openWorkerPort(ends: PortEnds): EstimatorPort {
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
