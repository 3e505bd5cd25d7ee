import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'

/** A server that dies, or one that another takes the place of, is away for less. */
const CUT_OFF_AFTER_MS = 2_000
/** Where all processes are cut off nobody is better than this one: then viewers are taken in again. */
const AWAY_MS = 10_000

/** Whether this process reaches what it shares with the others. */
export interface CutOff {
  /** Hears once of each time that it does not: its viewers may find another process that does. */
  onCutOff(listener: () => void): () => void
  /** Whether whoever comes is to look for another process. */
  sendsAway(): boolean
  close(): void
}

/** By what happens to the connection, told in its words. */
export function watchCutOff(deps: { onStatus(listener: (type: string) => void): () => void; clock: Clock }): CutOff {
  const { onStatus, clock } = deps
  const emitter = new Emitter<void>()
  let cancel: (() => void) | null = null
  let awayUntilMs: number | null = null // monotonic

  function cut(): void {
    awayUntilMs = clock.monotonicMs() + AWAY_MS
    emitter.emit()
  }

  const stop = onStatus((type) => {
    if (type === 'disconnect') cancel ??= clock.after(CUT_OFF_AFTER_MS, cut)
    if (type !== 'reconnect') return
    cancel?.()
    cancel = null
    awayUntilMs = null
  })

  return {
    onCutOff: (listener) => emitter.subscribe(listener),
    sendsAway: () => awayUntilMs !== null && clock.monotonicMs() < awayUntilMs,
    close() {
      stop()
      cancel?.()
    },
  }
}
