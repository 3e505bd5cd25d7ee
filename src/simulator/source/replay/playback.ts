import { MINUTE_MS } from '../../../core/time/durations.ts'
import { firstIndex } from '../../../core/util/first-index.ts'
import { modulo } from '../../../core/util/modulo.ts'
import type { Recording } from './recording.ts'

/** A longer silence of the recording is shortened to this. */
const SILENCE_MAX_S = 60 * 60
/** Between the last strike and the first one of the next round. */
const PAUSE_S = 5 * 60

/** A run of strikes of the recording: their numbers, the last one not included. */
export interface Run {
  first: number
  end: number
}

/** Maps recorded strikes to replay times. */
export interface Playback {
  recording: Recording
  /** Unix ms as recorded, of the first and the last strike that are played. */
  recordedFromMs: number
  recordedToMs: number
  /** The strikes of a Unix second. */
  in(second: number): Run
  /** Strikes of the `minutes` up to a time, within one round. */
  before(ms: number, minutes: number): Run
}

/**
 * Replays the strikes of a recording from `fromMs` on: the first strikes at `startMs`, the others after whole seconds,
 * in rounds if it loops. Null without a strike after `fromMs`.
 */
export function createPlayback(options: {
  recording: Recording
  /** As recorded, Unix ms. */
  fromMs: number
  startMs: number
  loops: boolean
}): Playback | null {
  const { recording, loops } = options
  const { seconds, count } = recording
  const skipped = firstFrom(seconds, options.fromMs / 1_000)
  if (skipped === count) return null
  const played = playedSeconds(seconds.subarray(skipped))
  const startSecond = Math.floor(options.startMs / 1_000)
  const roundSeconds = played.at(-1)! + PAUSE_S

  function runOf(fromSecond: number, toSecond: number): Run {
    return { first: skipped + firstFrom(played, fromSecond), end: skipped + firstFrom(played, toSecond) }
  }
  /** Seconds since the round began; below 0 before the first one. */
  function sinceRound(second: number): number {
    const since = second - startSecond
    return loops && since >= 0 ? modulo(since, roundSeconds) : since
  }

  return {
    recording,
    recordedFromMs: seconds[skipped]! * 1_000,
    recordedToMs: seconds[count - 1]! * 1_000,
    in(second) {
      const since = sinceRound(second)
      return runOf(since, since + 1)
    },
    before(ms, minutes) {
      const since = sinceRound(Math.floor(ms / 1_000))
      return runOf(since - (minutes * MINUTE_MS) / 1_000, since)
    },
  }
}

/** Replay time of each strike, in seconds since the first one. */
function playedSeconds(seconds: Float64Array): Float64Array {
  let silent = 0
  return seconds.map((second, i) => {
    if (i > 0) silent += Math.max(0, second - seconds[i - 1]! - SILENCE_MAX_S)
    return second - seconds[0]! - silent
  })
}

/** Index of the first of the ascending values that is at least `least`. */
function firstFrom(values: Float64Array, least: number): number {
  return firstIndex(values.length, (index) => values[index]! >= least)
}
