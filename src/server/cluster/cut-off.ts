import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'

/** Another server takes the place of one that has ended in less; where all of them have, nobody is better off. */
const ENDED_AFTER_MS = 2_000
/** Where the way to a server is silent, and no other one lets us in at once, it is our own way that is gone. */
const SILENT_AFTER_MS = 300
/**
 * On a machine that is asked for too much silence says less: what is waited for is longer by as much as this process's own timers came
 * too late lately, taken together.
 */
const LATE_FROM_MS = 50
const LOOK_EVERY_MS = 100
const LATELY_MS = 3_000
/** Who still comes after that finds no better one, or nothing that looks for it: then viewers are taken in again. */
const AWAY_MS = 10_000

/** Whether this process reaches what it shares with the others. */
export interface CutOff {
  /** Hears once of each time that it does not: its viewers may find another process that does. */
  onCutOff(listener: () => void): () => void
  /** Whether whoever comes is to look for another process. */
  sendsAway(): boolean
  /** So long, milliseconds, it does not reach it; 0 while it does. */
  lastsMs(): number
  /** The server that is about to be left answers nothing, and others are not heard by it. */
  leavesSilent(): void
  close(): void
}

/** By what happens to the connection, told in its words. */
export function watchCutOff(deps: { onStatus(listener: (type: string) => void): () => void; clock: Clock }): CutOff {
  const { onStatus, clock } = deps
  const emitter = new Emitter<void>()
  let cancel: (() => void) | null = null
  let sinceMs: number | null = null // monotonic
  let wasSilent = false
  let lookedMs = clock.monotonicMs()
  let late: { atMs: number; byMs: number }[] = []

  const stopLooking = clock.every(LOOK_EVERY_MS, () => {
    const atMs = clock.monotonicMs()
    const byMs = atMs - lookedMs - LOOK_EVERY_MS
    late = late.filter((each) => atMs - each.atMs < LATELY_MS)
    if (byMs >= LATE_FROM_MS) late.push({ atMs, byMs })
    lookedMs = atMs
  })

  /** It takes that long to be sure. */
  function afterMs(): number {
    const lateMs = late.reduce((sum, { byMs }) => sum + byMs, 0)
    return wasSilent ? Math.min(SILENT_AFTER_MS + lateMs, ENDED_AFTER_MS) : ENDED_AFTER_MS
  }

  function cut(): void {
    sinceMs = clock.monotonicMs()
    emitter.emit()
  }

  const stop = onStatus((type) => {
    if (type === 'staleConnection') wasSilent = true
    if (type === 'disconnect') cancel ??= clock.after(afterMs(), cut)
    if (type !== 'reconnect') return
    wasSilent = false
    cancel?.()
    cancel = null
    sinceMs = null
  })
  const lastsMs = () => (sinceMs === null ? 0 : clock.monotonicMs() - sinceMs)

  return {
    onCutOff: (listener) => emitter.subscribe(listener),
    sendsAway: () => sinceMs !== null && lastsMs() < AWAY_MS,
    lastsMs,
    leavesSilent() {
      wasSilent = true
    },
    close() {
      stop()
      stopLooking()
      cancel?.()
    },
  }
}
