import type { Logger } from 'pino'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Cluster } from './cluster.ts'
import { GRACE_WITHOUT_NATS_MS } from './fenced-environment.ts'
import { LOST_AFTER_MS } from './timing.ts'

/** Connecting to another server takes less. */
const CUT_OFF_AFTER_MS = 2_000
/** After a silent server, if no other one accepts a connection at once: this process is probably partitioned. An ingest waits longer. */
const SILENT_CUT_OFF_AFTER_MS = 300

/**
 * A process without NATS closes its viewers' sockets once, refuses new ones for ten seconds, and is not ready during the outage: another
 * one may know more. An ingest refuses them for two seconds: if all processes are in an outage, its own line is the best there is. If all
 * servers refuse connections, no process has NATS, and only the ingests know more while their sockets are open.
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
}): Pick<Cluster, 'onCutOff' | 'sendsAway' | 'mayKnowLess'> & { leavesSilent(): void; close(): void } {
  const { onStatus, isEngineGone, isIngesting, clock, log } = deps
  const emitter = new Emitter<void>()
  let cancel: (() => void) | null = null
  let sinceMs: number | null = null // monotonic
  let toldMs: number | null = null // monotonic
  let isSilent = false

  const lastsMs = () => (sinceMs === null ? 0 : clock.monotonicMs() - sinceMs)
  const knowsMore = () => isEngineGone() && isIngesting()
  const isCutOff = () => sinceMs !== null && !knowsMore()
  const refusesForMs = () => (isIngesting() ? CUT_OFF_AFTER_MS : LOST_AFTER_MS)

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
    sendsAway: () => isCutOff() && toldMs !== null && clock.monotonicMs() - toldMs < refusesForMs(),
    mayKnowLess: () => isCutOff() && !(isEngineGone() && lastsMs() > GRACE_WITHOUT_NATS_MS),
    /** The present server is silent, and is about to be left. */
    leavesSilent() {
      isSilent = true
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
