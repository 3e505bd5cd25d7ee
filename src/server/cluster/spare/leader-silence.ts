import type { Clock } from '../../../core/time/clock.ts'

const LOOK_EVERY_MS = 50
/** Whoever leads says so eight times a second. Two of those words are missed, and others are asked. */
const ASK_AFTER_MS = 350
const SILENT_AFTER_MS = 500
const ANSWERED_WITHIN_MS = 120
/** Whoever hears it within this time says that it does. */
export const HEARS_WITHIN_MS = 300
/** A way that was just made, or a process that has just begun to lead, is not known well enough. */
const WORDS_FIRST = 4
/** A leader, or a way, that is slow now and then is waited for twice as long as the longest pause lately. */
const TIMES_OF_PAUSE = 2
const REMEMBERED_MS = 20_000
/** The lease is over by then. */
const SILENT_MOST_MS = 1_500

/** Whether the process that leads is heard: looked at by the one that would go on at once. */
export interface LeaderSilence {
  heard(): void
  /** Another process hears it. */
  objected(): void
  /** What was heard says nothing of now: the way to the others is gone, or was made anew. */
  forget(): void
  close(): void
}

/** A process that was held up itself, or has no way to the others, knows of nobody's silence. */
export function watchLeaderSilence(deps: {
  /** Whether anything hangs on it. */
  isWatching(): boolean
  askOthers(): void
  /** Once for each silence. */
  onSilent(): void
  clock: Clock
}): LeaderSilence {
  const { isWatching, askOthers, onSilent, clock } = deps
  let heardMs = Number.NEGATIVE_INFINITY // monotonic, later by as much as we were held up since
  let askedMs: number | null = null // monotonic
  let [words, isTold] = [0, false]
  let lookedMs = clock.monotonicMs()
  let pauses: { ms: number; atMs: number }[] = []

  function silentAfterMs(): number {
    const longestMs = Math.max(0, ...pauses.map(({ ms }) => ms))
    return Math.min(SILENT_MOST_MS, Math.max(SILENT_AFTER_MS, TIMES_OF_PAUSE * longestMs))
  }

  function look(): void {
    const nowMs = clock.monotonicMs()
    const lateMs = nowMs - lookedMs - LOOK_EVERY_MS
    lookedMs = nowMs
    if (lateMs > LOOK_EVERY_MS / 2) heardMs += lateMs
    pauses = pauses.filter(({ atMs }) => nowMs - atMs < REMEMBERED_MS)
    if (isTold || words < WORDS_FIRST || !isWatching()) return
    const silentMs = nowMs - heardMs
    const afterMs = silentAfterMs()
    if (silentMs < afterMs - (SILENT_AFTER_MS - ASK_AFTER_MS)) return
    if (askedMs === null) {
      askedMs = nowMs
      askOthers()
    } else if (silentMs >= afterMs && nowMs - askedMs >= ANSWERED_WITHIN_MS) {
      isTold = true
      onSilent()
    }
  }

  const stop = clock.every(LOOK_EVERY_MS, look)

  return {
    heard() {
      const nowMs = clock.monotonicMs()
      const ms = nowMs - heardMs
      if (words > 0 && ms > HEARS_WITHIN_MS && ms < SILENT_MOST_MS) pauses.push({ ms, atMs: nowMs })
      heardMs = nowMs
      words++
      askedMs = null
      isTold = false
    },
    objected() {
      askedMs = null
    },
    forget() {
      words = 0
      askedMs = null
    },
    close: stop,
  }
}
