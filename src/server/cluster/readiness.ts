import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Cluster } from './cluster.ts'
import { GRACE_WITHOUT_NATS_MS } from './fenced-environment.ts'
import { LOST_AFTER_MS } from './timing.ts'

/** Another server takes the place of one that has ended in less. */
const CUT_OFF_AFTER_MS = 2_000
/**
 * Where a server is silent, and no other one lets us in at once, it is our own way that is gone. Viewers of an ingest
 * continue to get its batches, so that it waits longer.
 */
const SILENT_CUT_OFF_AFTER_MS = 300

/** Whether viewers are better off at another process. */
export interface ViewerPlacement extends Pick<Cluster, 'onCutOff' | 'sendsAway' | 'mayKnowLess'> {
  /** The server that is about to be left answers nothing. */
  leavesSilent(): void
  close(): void
}

/**
 * A process that does not reach NATS sends its viewers away once, lets none in for a while, and is not ready for as long as it lasts:
 * another one may know more. It does not know whether others are, too, except if the machines of all servers refuse connections: then
 * the ingests alone know more, until their sockets are closed.
 */
export function createViewerPlacement(deps: {
  /** Subscribes to status events of the NATS client. */
  onStatus(listener: (type: string) => void): () => void
  /** Whether the machines of all servers refuse connections. */
  isEngineGone(): boolean
  /** Whether a lightning socket of this process is live. */
  isIngesting(): boolean
  clock: Clock
  log: Logger
}): ViewerPlacement {
  const { onStatus, isEngineGone, isIngesting, clock, log } = deps
  const emitter = new Emitter<void>()
  let cancel: (() => void) | null = null
  let sinceMs: number | null = null // monotonic
  let toldMs: number | null = null // monotonic
  let isSilent = false

  const lastsMs = () => (sinceMs === null ? 0 : clock.monotonicMs() - sinceMs)
  const knowsMore = () => isEngineGone() && isIngesting()
  const isCutOff = () => sinceMs !== null && !knowsMore()

  function look(): void {
    if (!isCutOff() || toldMs !== null) return
    toldMs = clock.monotonicMs()
    log.warn('NATS unreachable: viewers sent to other processes')
    emitter.emit()
  }

  function over(): void {
    cancel?.()
    cancel = null
    sinceMs = null
    toldMs = null
    isSilent = false
  }

  const stops = [
    onStatus((type) => {
      if (type === 'staleConnection') isSilent = true
      if (type === 'reconnect') over()
      if (type !== 'disconnect') return
      cancel ??= clock.after(isSilent && !isIngesting() ? SILENT_CUT_OFF_AFTER_MS : CUT_OFF_AFTER_MS, () => {
        sinceMs = clock.monotonicMs()
        look()
      })
    }),
    clock.every(SILENT_CUT_OFF_AFTER_MS, look),
    over,
  ]

  return {
    onCutOff: (listener) => emitter.subscribe(listener),
    sendsAway: () => isCutOff() && toldMs !== null && clock.monotonicMs() - toldMs < LOST_AFTER_MS,
    mayKnowLess: () => isCutOff() && !(isEngineGone() && lastsMs() > GRACE_WITHOUT_NATS_MS),
    leavesSilent() {
      isSilent = true
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
